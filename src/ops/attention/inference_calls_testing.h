// SPDX-License-Identifier: Apache-2.0
//
// Calls of every operator of attention for inference, for tests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_fused_infer_attention_score.h"
#include "aclnnop/aclnn_fused_infer_attention_score_v2.h"
#include "aclnnop/aclnn_fused_infer_attention_score_v3.h"
#include "aclnnop/aclnn_fused_infer_attention_score_v4.h"
#include "aclnnop/aclnn_fused_infer_attention_score_v5.h"
#include "aclnnop/aclnn_incre_flash_attention.h"
#include "aclnnop/aclnn_incre_flash_attention_v2.h"
#include "aclnnop/aclnn_incre_flash_attention_v3.h"
#include "aclnnop/aclnn_incre_flash_attention_v4.h"
#include "aclnnop/aclnn_prompt_flash_attention.h"
#include "aclnnop/aclnn_prompt_flash_attention_v2.h"
#include "aclnnop/aclnn_prompt_flash_attention_v3.h"
#include "ops/attention/inference_testing.h"
#include "tests/support/device.h"

namespace openaclnn::testing {

enum class InferenceOperator { kFused, kPrompt, kIncre };

/// What calls are given; null where there is nothing.
struct InferenceArguments {
  const aclTensor* query = nullptr;
  const aclTensor* key = nullptr;
  const aclTensor* value = nullptr;
  const aclTensorList* keys = nullptr;
  const aclTensorList* values = nullptr;
  const aclTensor* bias = nullptr;
  const aclTensor* mask = nullptr;
  const aclIntArray* queryLengths = nullptr;
  const aclIntArray* keyLengths = nullptr;
  const aclTensor* table = nullptr;
  const aclTensor* queryPadding = nullptr;
  const aclTensor* keyPadding = nullptr;
  const aclTensor* keyPrefix = nullptr;
  const aclTensor* valuePrefix = nullptr;
  const aclIntArray* prefixLength = nullptr;
  const aclTensor* queryRope = nullptr;
  const aclTensor* keyRope = nullptr;
  const aclTensor* sinks = nullptr;
  const aclTensor* scales = nullptr;  // of both; of each
  const aclTensor* offsets = nullptr;
  const aclTensor* keyScales = nullptr;
  const aclTensor* keyOffsets = nullptr;
  const aclTensor* valueScales = nullptr;
  const aclTensor* valueOffsets = nullptr;
  const aclTensor* absent = nullptr;  // given for what is not supported, as many of it as `absents`
  int64_t heads = 0;
  int64_t keyHeads = 0;
  int64_t blockSize = 0;
  int64_t innerPrecise = 0;
  int64_t pseType = 0;
  const aclTensor* out = nullptr;
  const aclTensor* lse = nullptr;
};

inline aclnnStatus PlanFused(int version, const InferenceProblem& p, const InferenceArguments& a,
                             uint64_t* size, aclOpExecutor** executor) {
  std::string layout = p.layout;
  const aclTensor* const x = a.absent;
  char* const name = layout.data();
  switch (version) {
    case 1:
      return aclnnFusedInferAttentionScoreGetWorkspaceSize(
          a.query, a.keys, a.values, a.bias, a.mask, a.queryLengths, a.keyLengths, nullptr, nullptr, x,
          nullptr, nullptr, a.scales, a.offsets, a.table, a.queryPadding, a.keyPadding, a.heads, p.scale,
          p.before, p.after, name, a.keyHeads, p.sparseMode, a.innerPrecise, a.blockSize, p.keyScaleMode,
          p.wantsLse, a.out, a.lse, size, executor);
    case 2:
      return aclnnFusedInferAttentionScoreV2GetWorkspaceSize(
          a.query, a.keys, a.values, a.bias, a.mask, a.queryLengths, a.keyLengths, nullptr, nullptr, nullptr,
          nullptr, x, a.scales, a.offsets, a.table, a.queryPadding, a.keyPadding, a.keyScales, a.keyOffsets,
          a.valueScales, a.valueOffsets, a.keyPrefix, a.valuePrefix, a.prefixLength, a.heads, p.scale,
          p.before, p.after, name, a.keyHeads, p.sparseMode, a.innerPrecise, a.blockSize, p.keyScaleMode,
          p.wantsLse, p.keyScaleMode, p.valueScaleMode, a.out, a.lse, size, executor);
    case 3:
      return aclnnFusedInferAttentionScoreV3GetWorkspaceSize(
          a.query, a.keys, a.values, a.bias, a.mask, a.queryLengths, a.keyLengths, nullptr, nullptr, nullptr,
          nullptr, nullptr, a.scales, a.offsets, a.table, a.queryPadding, a.keyPadding, a.keyScales,
          a.keyOffsets, a.valueScales, a.valueOffsets, a.keyPrefix, a.valuePrefix, a.prefixLength,
          a.queryRope, a.keyRope, x, a.heads, p.scale, p.before, p.after, name, a.keyHeads, p.sparseMode,
          a.innerPrecise, a.blockSize, p.keyScaleMode, p.wantsLse, p.keyScaleMode, p.valueScaleMode, a.out,
          a.lse, size, executor);
    case 4:
      return aclnnFusedInferAttentionScoreV4GetWorkspaceSize(
          a.query, a.keys, a.values, a.bias, a.mask, a.queryLengths, a.keyLengths, nullptr, nullptr, nullptr,
          nullptr, nullptr, a.scales, a.offsets, a.table, a.queryPadding, a.keyPadding, a.keyScales,
          a.keyOffsets, a.valueScales, a.valueOffsets, a.keyPrefix, a.valuePrefix, a.prefixLength,
          a.queryRope, a.keyRope, nullptr, x, a.sinks, a.heads, p.scale, p.before, p.after, name, a.keyHeads,
          p.sparseMode, a.innerPrecise, a.blockSize, p.keyScaleMode, p.wantsLse, p.keyScaleMode,
          p.valueScaleMode, 0, a.out, a.lse, size, executor);
    default:
      return aclnnFusedInferAttentionScoreV5GetWorkspaceSize(
          a.query, a.keys, a.values, a.bias, a.mask, a.queryLengths, a.keyLengths, x, nullptr, nullptr,
          nullptr, nullptr, a.scales, a.offsets, a.table, a.queryPadding, a.keyPadding, a.keyScales,
          a.keyOffsets, a.valueScales, a.valueOffsets, a.keyPrefix, a.valuePrefix, a.prefixLength,
          a.queryRope, a.keyRope, nullptr, nullptr, a.sinks, nullptr, nullptr, a.heads, p.scale, p.before,
          p.after, name, a.keyHeads, p.sparseMode, a.innerPrecise, a.blockSize, p.keyScaleMode, p.wantsLse,
          p.keyScaleMode, p.valueScaleMode, 0, a.pseType, a.out, a.lse, size, executor);
  }
}

inline aclnnStatus PlanPrompt(int version, const InferenceProblem& p, const InferenceArguments& a,
                              uint64_t* size, aclOpExecutor** executor) {
  std::string layout = p.layout;
  char* const name = layout.data();
  switch (version) {
    case 1:
      return aclnnPromptFlashAttentionGetWorkspaceSize(a.query, a.key, a.value, a.bias, a.mask,
                                                       a.queryLengths, a.heads, p.scale, p.before, p.after,
                                                       name, a.keyHeads, a.out, size, executor);
    case 2:
      return aclnnPromptFlashAttentionV2GetWorkspaceSize(
          a.query, a.key, a.value, a.bias, a.mask, a.queryLengths, a.keyLengths, nullptr, nullptr, a.absent,
          nullptr, nullptr, a.heads, p.scale, p.before, p.after, name, a.keyHeads, p.sparseMode, a.out, size,
          executor);
    default:
      return aclnnPromptFlashAttentionV3GetWorkspaceSize(
          a.query, a.key, a.value, a.bias, a.mask, a.queryLengths, a.keyLengths, nullptr, nullptr, nullptr,
          nullptr, a.absent, a.heads, p.scale, p.before, p.after, name, a.keyHeads, p.sparseMode,
          a.innerPrecise, a.out, size, executor);
  }
}

inline aclnnStatus PlanIncre(int version, const InferenceProblem& p, const InferenceArguments& a,
                             uint64_t* size, aclOpExecutor** executor) {
  std::string layout = p.layout;
  char* const name = layout.data();
  switch (version) {
    case 1:
      return aclnnIncreFlashAttentionGetWorkspaceSize(a.query, a.keys, a.values, a.bias, a.mask, a.keyLengths,
                                                      a.heads, p.scale, name, a.keyHeads, a.out, size,
                                                      executor);
    case 2:
      return aclnnIncreFlashAttentionV2GetWorkspaceSize(
          a.query, a.keys, a.values, a.bias, a.mask, a.keyLengths, a.absent, nullptr, nullptr, nullptr,
          nullptr, a.heads, p.scale, name, a.keyHeads, a.out, size, executor);
    case 3:
      return aclnnIncreFlashAttentionV3GetWorkspaceSize(
          a.query, a.keys, a.values, a.bias, a.mask, a.keyLengths, nullptr, nullptr, nullptr, nullptr,
          a.absent, a.scales, a.offsets, a.table, a.heads, p.scale, name, a.keyHeads, a.blockSize,
          a.innerPrecise, a.out, size, executor);
    default:
      return aclnnIncreFlashAttentionV4GetWorkspaceSize(
          a.query, a.keys, a.values, a.bias, a.mask, a.keyLengths, nullptr, nullptr, nullptr, nullptr,
          a.absent, a.scales, a.offsets, a.table, a.keyPadding, a.heads, p.scale, name, a.keyHeads,
          a.blockSize, a.innerPrecise, a.out, size, executor);
  }
}

inline aclnnStatus PlanInference(InferenceOperator op, int version, const InferenceProblem& p,
                                 const InferenceArguments& a, uint64_t* size, aclOpExecutor** executor) {
  return op == InferenceOperator::kFused    ? PlanFused(version, p, a, size, executor)
         : op == InferenceOperator::kPrompt ? PlanPrompt(version, p, a, size, executor)
                                            : PlanIncre(version, p, a, size, executor);
}

inline PhaseTwo PhaseTwoOf(InferenceOperator op, int version) {
  static constexpr PhaseTwo kFused[] = {aclnnFusedInferAttentionScore, aclnnFusedInferAttentionScoreV2,
                                        aclnnFusedInferAttentionScoreV3, aclnnFusedInferAttentionScoreV4,
                                        aclnnFusedInferAttentionScoreV5};
  static constexpr PhaseTwo kPrompt[] = {aclnnPromptFlashAttention, aclnnPromptFlashAttentionV2,
                                         aclnnPromptFlashAttentionV3};
  static constexpr PhaseTwo kIncre[] = {aclnnIncreFlashAttention, aclnnIncreFlashAttentionV2,
                                        aclnnIncreFlashAttentionV3, aclnnIncreFlashAttentionV4};
  const int at = version - 1;
  return op == InferenceOperator::kFused    ? kFused[at]
         : op == InferenceOperator::kPrompt ? kPrompt[at]
                                            : kIncre[at];
}

inline std::string NameOf(InferenceOperator op, int version) {
  const std::string name = op == InferenceOperator::kFused    ? "aclnnFusedInferAttentionScore"
                           : op == InferenceOperator::kPrompt ? "aclnnPromptFlashAttention"
                                                              : "aclnnIncreFlashAttention";
  return version == 1 ? name : name + "V" + std::to_string(version);
}

}  // namespace openaclnn::testing
