// SPDX-License-Identifier: Apache-2.0
//
// A call of attention for inference, whichever operator it came through.
#pragma once

#include <cstdint>
#include <vector>

#include "ops/attention/sequence_ends.h"
#include "ops/common/checks.h"

namespace openaclnn {

/// The arguments as the client gave them. What an operator does not have keeps its default.
struct InferenceCall {
  NamedTensor query{"query", nullptr};
  const aclTensor* key = nullptr;  // of operators that take tensors, and of those that take lists
  const aclTensor* value = nullptr;
  const aclTensorList* keyList = nullptr;
  const aclTensorList* valueList = nullptr;
  std::vector<NamedTensor> keys{};  // of either: one, or one for each sequence
  std::vector<NamedTensor> values{};
  NamedTensor bias{"pseShift", nullptr};
  NamedTensor mask{"attenMask", nullptr};
  NamedLengths queryLengths{"actualSeqLengths"};
  NamedLengths keyLengths{"actualSeqLengthsKv"};
  NamedTensor table{"blockTable", nullptr};
  NamedTensor queryPadding{"queryPaddingSize", nullptr};
  NamedTensor keyPadding{"kvPaddingSize", nullptr};
  NamedTensor keyPrefix{"keySharedPrefix", nullptr};
  NamedTensor valuePrefix{"valueSharedPrefix", nullptr};
  NamedLengths prefixLength{"actualSharedPrefixLen"};
  NamedTensor queryRope{"queryRope", nullptr};
  NamedTensor keyRope{"keyRope", nullptr};
  NamedTensor sink{"learnableSink", nullptr};
  int64_t heads = 0;
  double scale = 1;
  int64_t before = INT64_MAX;
  int64_t after = INT64_MAX;
  const char* layout = nullptr;
  int64_t keyHeads = 0;
  int64_t sparseMode = 0;
  int64_t innerPrecise = 0;
  int64_t biasType = 0;  // 0, 1: it is added after the scale
  int64_t blockSize = 0;
  bool oneQuery = false;  // the operator takes no more of a sequence
  bool wantsLse = false;
  NamedTensor out{"attentionOut", nullptr};
  NamedTensor lse{"softmaxLse", nullptr};
};

}  // namespace openaclnn
