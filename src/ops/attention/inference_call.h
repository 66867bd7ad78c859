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
  NamedTensor scales{"antiquantScale", nullptr};
  NamedTensor offsets{"antiquantOffset", nullptr};
  NamedTensor keyScales{"keyAntiquantScale", nullptr};
  NamedTensor keyOffsets{"keyAntiquantOffset", nullptr};
  NamedTensor valueScales{"valueAntiquantScale", nullptr};
  NamedTensor valueOffsets{"valueAntiquantOffset", nullptr};
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
  int64_t scaleMode = 0;  // what the scales of keys and values are of, or those of each
  int64_t keyScaleMode = 0;
  int64_t valueScaleMode = 0;
  bool takesIntegers = false;  // the operator has scales of cached integers
  bool oneQuery = false;       // the operator takes no more of a sequence
  bool wantsLse = false;
  NamedTensor out{"attentionOut", nullptr};
  NamedTensor lse{"softmaxLse", nullptr};

  /// Whether keys and values are integers.
  [[nodiscard]] bool Integers() const { return takesIntegers && keys.front().tensor->dtype == DType::kInt8; }
  /// Whether those have tensors of scales of their own, which win over one for both.
  [[nodiscard]] bool SplitScales() const {
    return keyScales.tensor != nullptr || valueScales.tensor != nullptr;
  }
};

}  // namespace openaclnn
