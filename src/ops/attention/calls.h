// SPDX-License-Identifier: Apache-2.0
//
// Calls of attention in all its versions, for tests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_flash_attention_score.h"
#include "aclnnop/aclnn_flash_attention_score_grad.h"
#include "aclnnop/aclnn_flash_attention_score_grad_v2.h"
#include "aclnnop/aclnn_flash_attention_score_grad_v4.h"
#include "aclnnop/aclnn_flash_attention_score_v2.h"
#include "aclnnop/aclnn_flash_attention_score_v4.h"
#include "ops/attention/testing.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"

namespace openaclnn::testing {

/// The tensors of a call; null where there is none.
struct AttentionTensors {
  const aclTensor* query = nullptr;
  const aclTensor* key = nullptr;
  const aclTensor* value = nullptr;
  const aclTensor* bias = nullptr;
  const aclTensor* dropMask = nullptr;
  const aclTensor* mask = nullptr;
  const aclTensor* largest = nullptr;
  const aclTensor* sum = nullptr;
  const aclTensor* out = nullptr;
  // Of gradients.
  const aclTensor* outGradient = nullptr;
  const aclTensor* queryGradient = nullptr;
  const aclTensor* keyGradient = nullptr;
  const aclTensor* valueGradient = nullptr;
  const aclTensor* biasGradient = nullptr;
};

/// Phase one of a version.
inline aclnnStatus PlanAttention(int version, const AttentionProblem& problem, const AttentionTensors& t,
                                 uint64_t* size, aclOpExecutor** executor) {
  const IntArray prefix(problem.prefix);
  const aclIntArray* const given = problem.prefix.empty() ? nullptr : prefix.Get();
  const IntArray none({});
  std::string layout = problem.layout;
  switch (version) {
    case 1:
      return aclnnFlashAttentionScoreGetWorkspaceSize(
          t.query, t.key, t.value, t.bias, t.dropMask, nullptr, t.mask, given, problem.scale,
          problem.keepProb, problem.before, problem.after, problem.heads, layout.data(), 0,
          problem.sparseMode, t.largest, t.sum, nullptr, t.out, size, executor);
    case 2:
      return aclnnFlashAttentionScoreV2GetWorkspaceSize(
          t.query, t.key, t.value, t.bias, t.dropMask, nullptr, t.mask, given, nullptr, nullptr,
          problem.scale, problem.keepProb, problem.before, problem.after, problem.heads, layout.data(), 1,
          problem.sparseMode, problem.pseType, t.largest, t.sum, nullptr, t.out, size, executor);
    default:
      return aclnnFlashAttentionScoreV4GetWorkspaceSize(
          t.query, t.key, t.value, t.bias, t.dropMask, nullptr, t.mask, nullptr, nullptr, nullptr, nullptr,
          nullptr, nullptr, given, none.Get(), none.Get(), none.Get(), none.Get(), problem.scale,
          problem.keepProb, problem.before, problem.after, problem.heads, layout.data(), 2,
          problem.sparseMode, 0, problem.pseType, nullptr, problem.seed, problem.offset, t.largest, t.sum,
          nullptr, t.out, size, executor);
  }
}

/// Phase one of the gradients.
inline aclnnStatus PlanGradient(int version, const AttentionProblem& problem, const AttentionTensors& t,
                                uint64_t* size, aclOpExecutor** executor) {
  const IntArray prefix(problem.prefix);
  const aclIntArray* const given = problem.prefix.empty() ? nullptr : prefix.Get();
  const IntArray none({});
  std::string layout = problem.layout;
  switch (version) {
    case 1:
      return aclnnFlashAttentionScoreGradGetWorkspaceSize(
          t.query, t.key, t.value, t.outGradient, t.bias, t.dropMask, nullptr, t.mask, t.largest, t.sum,
          nullptr, t.out, given, problem.scale, problem.keepProb, problem.before, problem.after,
          problem.heads, layout.data(), 0, problem.sparseMode, t.queryGradient, t.keyGradient,
          t.valueGradient, t.biasGradient, size, executor);
    case 2:
      return aclnnFlashAttentionScoreGradV2GetWorkspaceSize(
          t.query, t.key, t.value, t.outGradient, t.bias, t.dropMask, nullptr, t.mask, t.largest, t.sum,
          nullptr, t.out, given, nullptr, nullptr, problem.scale, problem.keepProb, problem.before,
          problem.after, problem.heads, layout.data(), 1, problem.sparseMode, problem.pseType,
          t.queryGradient, t.keyGradient, t.valueGradient, t.biasGradient, size, executor);
    default:
      return aclnnFlashAttentionScoreGradV4GetWorkspaceSize(
          t.query, t.key, t.value, t.outGradient, t.bias, t.dropMask, nullptr, t.mask, t.largest, t.sum,
          nullptr, t.out, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, given,
          none.Get(), none.Get(), none.Get(), none.Get(), problem.scale, problem.keepProb, problem.before,
          problem.after, problem.heads, layout.data(), nullptr, 2, problem.sparseMode, problem.pseType,
          problem.seed, problem.offset, 0, t.queryGradient, t.keyGradient, t.valueGradient, nullptr, nullptr,
          t.biasGradient, nullptr, size, executor);
  }
}

inline PhaseTwo PhaseTwoOf(int version) {
  return version == 1   ? aclnnFlashAttentionScore
         : version == 2 ? aclnnFlashAttentionScoreV2
                        : aclnnFlashAttentionScoreV4;
}

inline PhaseTwo PhaseTwoOfGradient(int version) {
  return version == 1   ? aclnnFlashAttentionScoreGrad
         : version == 2 ? aclnnFlashAttentionScoreGradV2
                        : aclnnFlashAttentionScoreGradV4;
}

/// Every second place of memory, or side by side.
inline Layout LayoutFor(bool stepped, size_t rank) {
  return stepped ? Layout::Stepped(std::vector<int64_t>(rank, 2)).WithOffset(3) : Layout();
}

inline const aclTensor* GetIfAny(const std::optional<DeviceTensor>& tensor) {
  return tensor ? tensor->Get() : nullptr;
}

inline std::optional<DeviceTensor> InputIfAny(const Array& array, aclDataType dtype,
                                              const Layout& layout = {}) {
  return array.shape.empty() ? std::nullopt
                             : std::optional<DeviceTensor>(std::in_place, array, dtype, layout);
}

}  // namespace openaclnn::testing
