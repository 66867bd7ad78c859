// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "aclnnop/aclnn_fused_infer_attention_score.h"
#include "aclnnop/aclnn_fused_infer_attention_score_v2.h"
#include "aclnnop/aclnn_fused_infer_attention_score_v3.h"
#include "aclnnop/aclnn_fused_infer_attention_score_v4.h"
#include "aclnnop/aclnn_fused_infer_attention_score_v5.h"
#include "catalogue/rows/attention/inferred.h"

namespace openaclnn::catalogue::attention::fused_infer_attention_score {
namespace {

// Prototypes without the arguments that the catalogue's calls leave out; layouts are numbers in them.

aclnnStatus Fused(const aclTensor* query, const aclTensorList* key, const aclTensorList* value,
                  const aclTensor* pseShift, const aclTensor* attenMask, const aclIntArray* actualSeqLengths,
                  const aclIntArray* actualSeqLengthsKv, const aclTensor* antiquantScale,
                  const aclTensor* antiquantOffset, const aclTensor* blockTable, int64_t numHeads,
                  double scaleValue, int64_t preTokens, int64_t nextTokens, int64_t inputLayout,
                  int64_t numKeyValueHeads, int64_t sparseMode, int64_t blockSize, int64_t antiquantMode,
                  const aclTensor* attentionOut, const aclTensor* softmaxLse, uint64_t* workspaceSize,
                  aclOpExecutor** executor) {
  std::string layout = InferenceLayoutText(inputLayout);
  return aclnnFusedInferAttentionScoreGetWorkspaceSize(
      query, key, value, pseShift, attenMask, actualSeqLengths, actualSeqLengthsKv, nullptr, nullptr, nullptr,
      nullptr, nullptr, antiquantScale, antiquantOffset, blockTable, nullptr, nullptr, numHeads, scaleValue,
      preTokens, nextTokens, layout.data(), numKeyValueHeads, sparseMode, 0, blockSize, antiquantMode, true,
      attentionOut, softmaxLse, workspaceSize, executor);
}

aclnnStatus FusedV2(const aclTensor* query, const aclTensorList* key, const aclTensorList* value,
                    const aclTensor* pseShift, const aclTensor* attenMask,
                    const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
                    const aclTensor* antiquantScale, const aclTensor* antiquantOffset,
                    const aclTensor* blockTable, const aclTensor* keyAntiquantScale,
                    const aclTensor* keyAntiquantOffset, const aclTensor* valueAntiquantScale,
                    const aclTensor* valueAntiquantOffset, int64_t numHeads, double scaleValue,
                    int64_t preTokens, int64_t nextTokens, int64_t inputLayout, int64_t numKeyValueHeads,
                    int64_t sparseMode, int64_t blockSize, int64_t antiquantMode, int64_t keyAntiquantMode,
                    int64_t valueAntiquantMode, const aclTensor* attentionOut, const aclTensor* softmaxLse,
                    uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = InferenceLayoutText(inputLayout);
  return aclnnFusedInferAttentionScoreV2GetWorkspaceSize(
      query, key, value, pseShift, attenMask, actualSeqLengths, actualSeqLengthsKv, nullptr, nullptr, nullptr,
      nullptr, nullptr, antiquantScale, antiquantOffset, blockTable, nullptr, nullptr, keyAntiquantScale,
      keyAntiquantOffset, valueAntiquantScale, valueAntiquantOffset, nullptr, nullptr, nullptr, numHeads,
      scaleValue, preTokens, nextTokens, layout.data(), numKeyValueHeads, sparseMode, 0, blockSize,
      antiquantMode, true, keyAntiquantMode, valueAntiquantMode, attentionOut, softmaxLse, workspaceSize,
      executor);
}

aclnnStatus FusedV3(const aclTensor* query, const aclTensorList* key, const aclTensorList* value,
                    const aclTensor* pseShift, const aclTensor* attenMask,
                    const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
                    const aclTensor* antiquantScale, const aclTensor* antiquantOffset,
                    const aclTensor* blockTable, const aclTensor* keyAntiquantScale,
                    const aclTensor* keyAntiquantOffset, const aclTensor* valueAntiquantScale,
                    const aclTensor* valueAntiquantOffset, const aclTensor* queryRope,
                    const aclTensor* keyRope, int64_t numHeads, double scaleValue, int64_t preTokens,
                    int64_t nextTokens, int64_t inputLayout, int64_t numKeyValueHeads, int64_t sparseMode,
                    int64_t blockSize, int64_t antiquantMode, int64_t keyAntiquantMode,
                    int64_t valueAntiquantMode, const aclTensor* attentionOut, const aclTensor* softmaxLse,
                    uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = InferenceLayoutText(inputLayout);
  return aclnnFusedInferAttentionScoreV3GetWorkspaceSize(
      query, key, value, pseShift, attenMask, actualSeqLengths, actualSeqLengthsKv, nullptr, nullptr, nullptr,
      nullptr, nullptr, antiquantScale, antiquantOffset, blockTable, nullptr, nullptr, keyAntiquantScale,
      keyAntiquantOffset, valueAntiquantScale, valueAntiquantOffset, nullptr, nullptr, nullptr, queryRope,
      keyRope, nullptr, numHeads, scaleValue, preTokens, nextTokens, layout.data(), numKeyValueHeads,
      sparseMode, 0, blockSize, antiquantMode, true, keyAntiquantMode, valueAntiquantMode, attentionOut,
      softmaxLse, workspaceSize, executor);
}

aclnnStatus FusedV4(const aclTensor* query, const aclTensorList* key, const aclTensorList* value,
                    const aclTensor* pseShift, const aclTensor* attenMask,
                    const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
                    const aclTensor* antiquantScale, const aclTensor* antiquantOffset,
                    const aclTensor* blockTable, const aclTensor* keyAntiquantScale,
                    const aclTensor* keyAntiquantOffset, const aclTensor* valueAntiquantScale,
                    const aclTensor* valueAntiquantOffset, const aclTensor* queryRope,
                    const aclTensor* keyRope, const aclTensor* learnableSink, int64_t numHeads,
                    double scaleValue, int64_t preTokens, int64_t nextTokens, int64_t inputLayout,
                    int64_t numKeyValueHeads, int64_t sparseMode, int64_t blockSize, int64_t antiquantMode,
                    int64_t keyAntiquantMode, int64_t valueAntiquantMode, const aclTensor* attentionOut,
                    const aclTensor* softmaxLse, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = InferenceLayoutText(inputLayout);
  return aclnnFusedInferAttentionScoreV4GetWorkspaceSize(
      query, key, value, pseShift, attenMask, actualSeqLengths, actualSeqLengthsKv, nullptr, nullptr, nullptr,
      nullptr, nullptr, antiquantScale, antiquantOffset, blockTable, nullptr, nullptr, keyAntiquantScale,
      keyAntiquantOffset, valueAntiquantScale, valueAntiquantOffset, nullptr, nullptr, nullptr, queryRope,
      keyRope, nullptr, nullptr, learnableSink, numHeads, scaleValue, preTokens, nextTokens, layout.data(),
      numKeyValueHeads, sparseMode, 0, blockSize, antiquantMode, true, keyAntiquantMode, valueAntiquantMode,
      0, attentionOut, softmaxLse, workspaceSize, executor);
}

aclnnStatus FusedV5(const aclTensor* query, const aclTensorList* key, const aclTensorList* value,
                    const aclTensor* pseShift, const aclTensor* attenMask,
                    const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
                    const aclTensor* antiquantScale, const aclTensor* antiquantOffset,
                    const aclTensor* blockTable, const aclTensor* keyAntiquantScale,
                    const aclTensor* keyAntiquantOffset, const aclTensor* valueAntiquantScale,
                    const aclTensor* valueAntiquantOffset, const aclTensor* queryRope,
                    const aclTensor* keyRope, const aclTensor* learnableSink, int64_t numHeads,
                    double scaleValue, int64_t preTokens, int64_t nextTokens, int64_t inputLayout,
                    int64_t numKeyValueHeads, int64_t sparseMode, int64_t blockSize, int64_t antiquantMode,
                    int64_t keyAntiquantMode, int64_t valueAntiquantMode, const aclTensor* attentionOut,
                    const aclTensor* softmaxLse, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = InferenceLayoutText(inputLayout);
  return aclnnFusedInferAttentionScoreV5GetWorkspaceSize(
      query, key, value, pseShift, attenMask, actualSeqLengths, actualSeqLengthsKv, nullptr, nullptr, nullptr,
      nullptr, nullptr, antiquantScale, antiquantOffset, blockTable, nullptr, nullptr, keyAntiquantScale,
      keyAntiquantOffset, valueAntiquantScale, valueAntiquantOffset, nullptr, nullptr, nullptr, queryRope,
      keyRope, nullptr, nullptr, learnableSink, nullptr, nullptr, numHeads, scaleValue, preTokens, nextTokens,
      layout.data(), numKeyValueHeads, sparseMode, 0, blockSize, antiquantMode, true, keyAntiquantMode,
      valueAntiquantMode, 0, 0, attentionOut, softmaxLse, workspaceSize, executor);
}

}  // namespace

std::vector<Operator> Rows() {
  const InferenceFeatures first{.queryLengths = true,
                                .keyLengths = true,
                                .table = true,
                                .window = true,
                                .sparseModes = true,
                                .lse = true,
                                .joinedScales = true,
                                .scaleMode = true};
  InferenceFeatures second = first;
  second.splitScales = true;
  InferenceFeatures third = second;
  third.ropes = true;
  InferenceFeatures fourth = third;
  fourth.sinks = true;
  return {
      InferenceRow(TwoPhases<&Fused, &aclnnFusedInferAttentionScore>("aclnnFusedInferAttentionScore"), first),
      InferenceRow(TwoPhases<&FusedV2, &aclnnFusedInferAttentionScoreV2>("aclnnFusedInferAttentionScoreV2"),
                   second),
      InferenceRow(TwoPhases<&FusedV3, &aclnnFusedInferAttentionScoreV3>("aclnnFusedInferAttentionScoreV3"),
                   third),
      InferenceRow(TwoPhases<&FusedV4, &aclnnFusedInferAttentionScoreV4>("aclnnFusedInferAttentionScoreV4"),
                   fourth),
      InferenceRow(TwoPhases<&FusedV5, &aclnnFusedInferAttentionScoreV5>("aclnnFusedInferAttentionScoreV5"),
                   fourth)};
}

}  // namespace openaclnn::catalogue::attention::fused_infer_attention_score
