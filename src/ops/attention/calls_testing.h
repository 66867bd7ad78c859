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
#include "aclnnop/aclnn_flash_attention_score_grad_v4.h"
#include "aclnnop/aclnn_flash_attention_score_v4.h"
#include "ops/attention/testing.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one.h"

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

/// The tensors of a usual call, any of which may be another one, without data.
struct AttentionDescriptors {
  std::optional<Descriptor> query{std::in_place, Shape{2, 4, 5, 8}};
  std::optional<Descriptor> key{std::in_place, Shape{2, 2, 6, 8}};
  std::optional<Descriptor> value{std::in_place, Shape{2, 2, 6, 3}};
  std::optional<Descriptor> bias;
  std::optional<Descriptor> dropMask;
  std::optional<Descriptor> mask;
  std::optional<Descriptor> largest{std::in_place, Shape{2, 4, 5, 8}};
  std::optional<Descriptor> sum{std::in_place, Shape{2, 4, 5, 8}};
  std::optional<Descriptor> out{std::in_place, Shape{2, 4, 5, 3}};
  // Of gradients.
  std::optional<Descriptor> outGradient{std::in_place, Shape{2, 4, 5, 3}};
  std::optional<Descriptor> queryGradient{std::in_place, Shape{2, 4, 5, 8}};
  std::optional<Descriptor> keyGradient{std::in_place, Shape{2, 2, 6, 8}};
  std::optional<Descriptor> valueGradient{std::in_place, Shape{2, 2, 6, 3}};
  std::optional<Descriptor> biasGradient;

  [[nodiscard]] AttentionTensors Tensors() const {
    return {.query = GetOrNull(query),
            .key = GetOrNull(key),
            .value = GetOrNull(value),
            .bias = GetOrNull(bias),
            .dropMask = GetOrNull(dropMask),
            .mask = GetOrNull(mask),
            .largest = GetOrNull(largest),
            .sum = GetOrNull(sum),
            .out = GetOrNull(out),
            .outGradient = GetOrNull(outGradient),
            .queryGradient = GetOrNull(queryGradient),
            .keyGradient = GetOrNull(keyGradient),
            .valueGradient = GetOrNull(valueGradient),
            .biasGradient = GetOrNull(biasGradient)};
  }
};

/// What the calls of a problem have in common: the prefix, an empty list, and a layout that can be written
/// to.
struct AttentionAttributes {
  explicit AttentionAttributes(const AttentionProblem& problem)
      : list(problem.prefix), given(problem.prefix.empty() ? nullptr : list.Get()), layout(problem.layout) {}

  IntArray list;
  const aclIntArray* given;
  IntArray none{std::vector<int64_t>()};
  std::string layout;
};

/// Phase one of a version.
inline aclnnStatus PlanAttention(int version, const AttentionProblem& problem, const AttentionTensors& t,
                                 uint64_t* size, aclOpExecutor** executor) {
  AttentionAttributes a(problem);
  switch (version) {
    case 1:
      return aclnnFlashAttentionScoreGetWorkspaceSize(
          t.query, t.key, t.value, t.bias, t.dropMask, nullptr, t.mask, a.given, problem.scale,
          problem.keepProb, problem.before, problem.after, problem.heads, a.layout.data(), 0,
          problem.sparseMode, t.largest, t.sum, nullptr, t.out, size, executor);
    case 2:
      return aclnnFlashAttentionScoreV2GetWorkspaceSize(
          t.query, t.key, t.value, t.bias, t.dropMask, nullptr, t.mask, a.given, nullptr, nullptr,
          problem.scale, problem.keepProb, problem.before, problem.after, problem.heads, a.layout.data(), 1,
          problem.sparseMode, problem.pseType, t.largest, t.sum, nullptr, t.out, size, executor);
    default:
      return aclnnFlashAttentionScoreV4GetWorkspaceSize(
          t.query, t.key, t.value, t.bias, t.dropMask, nullptr, t.mask, nullptr, nullptr, nullptr, nullptr,
          nullptr, nullptr, a.given, a.none.Get(), a.none.Get(), a.none.Get(), a.none.Get(), problem.scale,
          problem.keepProb, problem.before, problem.after, problem.heads, a.layout.data(), 2,
          problem.sparseMode, 0, problem.pseType, nullptr, problem.seed, problem.offset, t.largest, t.sum,
          nullptr, t.out, size, executor);
  }
}

/// Phase one of the gradients.
inline aclnnStatus PlanGradient(int version, const AttentionProblem& problem, const AttentionTensors& t,
                                uint64_t* size, aclOpExecutor** executor) {
  AttentionAttributes a(problem);
  switch (version) {
    case 1:
      return aclnnFlashAttentionScoreGradGetWorkspaceSize(
          t.query, t.key, t.value, t.outGradient, t.bias, t.dropMask, nullptr, t.mask, t.largest, t.sum,
          nullptr, t.out, a.given, problem.scale, problem.keepProb, problem.before, problem.after,
          problem.heads, a.layout.data(), 0, problem.sparseMode, t.queryGradient, t.keyGradient,
          t.valueGradient, t.biasGradient, size, executor);
    case 2:
      return aclnnFlashAttentionScoreGradV2GetWorkspaceSize(
          t.query, t.key, t.value, t.outGradient, t.bias, t.dropMask, nullptr, t.mask, t.largest, t.sum,
          nullptr, t.out, a.given, nullptr, nullptr, problem.scale, problem.keepProb, problem.before,
          problem.after, problem.heads, a.layout.data(), 1, problem.sparseMode, problem.pseType,
          t.queryGradient, t.keyGradient, t.valueGradient, t.biasGradient, size, executor);
    default:
      return aclnnFlashAttentionScoreGradV4GetWorkspaceSize(
          t.query, t.key, t.value, t.outGradient, t.bias, t.dropMask, nullptr, t.mask, t.largest, t.sum,
          nullptr, t.out, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, a.given,
          a.none.Get(), a.none.Get(), a.none.Get(), a.none.Get(), problem.scale, problem.keepProb,
          problem.before, problem.after, problem.heads, a.layout.data(), nullptr, 2, problem.sparseMode,
          problem.pseType, problem.seed, problem.offset, 0, t.queryGradient, t.keyGradient, t.valueGradient,
          nullptr, nullptr, t.biasGradient, nullptr, size, executor);
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
