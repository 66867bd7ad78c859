// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "aclnnop/aclnn_flash_attention_score.h"
#include "aclnnop/aclnn_flash_attention_score_grad.h"
#include "catalogue/rows/attention/scored.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::attention::sequences {
namespace {

// Prototypes without the arguments that the catalogue's calls leave out, and those of one value.
constexpr const char* kSequences = "TND";

// Of another number than 0 and 1 a name that no order has.
std::string StoredText(int64_t order) {
  return order == 0 ? "" : order == 1 ? "same_as_input" : std::to_string(order);
}

aclnnStatus Score(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                  const aclTensor* realShift, const aclTensor* dropMask, const aclTensor* paddingMask,
                  const aclTensor* attenMask, const aclIntArray* prefix, const aclIntArray* actualSeqQLen,
                  const aclIntArray* actualSeqKvLen, double scaleValue, double keepProb, int64_t preTokens,
                  int64_t nextTokens, int64_t headNum, int64_t sparseMode, const aclTensor* softmaxMaxOut,
                  const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut,
                  const aclTensor* attentionOutOut, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = kSequences;
  return aclnnFlashAttentionVarLenScoreGetWorkspaceSize(
      query, key, value, realShift, dropMask, paddingMask, attenMask, prefix, actualSeqQLen, actualSeqKvLen,
      scaleValue, keepProb, preTokens, nextTokens, headNum, layout.data(), 0, sparseMode, softmaxMaxOut,
      softmaxSumOut, softmaxOutOut, attentionOutOut, workspaceSize, executor);
}

aclnnStatus ScoreV2(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                    const aclTensor* realShift, const aclTensor* dropMask, const aclTensor* paddingMask,
                    const aclTensor* attenMask, const aclIntArray* prefix, const aclIntArray* actualSeqQLen,
                    const aclIntArray* actualSeqKvLen, double scaleValue, double keepProb, int64_t preTokens,
                    int64_t nextTokens, int64_t headNum, int64_t sparseMode, int64_t pseType,
                    const aclTensor* softmaxMaxOut, const aclTensor* softmaxSumOut,
                    const aclTensor* softmaxOutOut, const aclTensor* attentionOutOut, uint64_t* workspaceSize,
                    aclOpExecutor** executor) {
  std::string layout = kSequences;
  return aclnnFlashAttentionVarLenScoreV2GetWorkspaceSize(
      query, key, value, realShift, dropMask, paddingMask, attenMask, prefix, actualSeqQLen, actualSeqKvLen,
      nullptr, nullptr, scaleValue, keepProb, preTokens, nextTokens, headNum, layout.data(), 0, sparseMode,
      pseType, softmaxMaxOut, softmaxSumOut, softmaxOutOut, attentionOutOut, workspaceSize, executor);
}

aclnnStatus ScoreV3(const aclTensor* query, const aclTensor* queryRope, const aclTensor* key,
                    const aclTensor* keyRope, const aclTensor* value, const aclTensor* realShift,
                    const aclTensor* dropMask, const aclTensor* paddingMask, const aclTensor* attenMask,
                    const aclIntArray* prefix, const aclIntArray* actualSeqQLen,
                    const aclIntArray* actualSeqKvLen, double scaleValue, double keepProb, int64_t preTokens,
                    int64_t nextTokens, int64_t headNum, int64_t sparseMode, int64_t pseType,
                    const aclTensor* softmaxMaxOut, const aclTensor* softmaxSumOut,
                    const aclTensor* softmaxOutOut, const aclTensor* attentionOutOut, uint64_t* workspaceSize,
                    aclOpExecutor** executor) {
  std::string layout = kSequences;
  return aclnnFlashAttentionVarLenScoreV3GetWorkspaceSize(
      query, queryRope, key, keyRope, value, realShift, dropMask, paddingMask, attenMask, prefix,
      actualSeqQLen, actualSeqKvLen, nullptr, nullptr, scaleValue, keepProb, preTokens, nextTokens, headNum,
      layout.data(), 0, sparseMode, pseType, softmaxMaxOut, softmaxSumOut, softmaxOutOut, attentionOutOut,
      workspaceSize, executor);
}

aclnnStatus ScoreV4(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                    const aclTensor* realShift, const aclTensor* dropMask, const aclTensor* paddingMask,
                    const aclTensor* attenMask, const aclIntArray* prefix, const aclIntArray* actualSeqQLen,
                    const aclIntArray* actualSeqKvLen, double scaleValue, double keepProb, int64_t preTokens,
                    int64_t nextTokens, int64_t headNum, int64_t sparseMode, int64_t softmaxOutLayout,
                    const aclTensor* softmaxMaxOut, const aclTensor* softmaxSumOut,
                    const aclTensor* softmaxOutOut, const aclTensor* attentionOutOut, uint64_t* workspaceSize,
                    aclOpExecutor** executor) {
  std::string layout = kSequences;
  std::string stored = StoredText(softmaxOutLayout);
  return aclnnFlashAttentionVarLenScoreV4GetWorkspaceSize(
      query, key, value, realShift, dropMask, paddingMask, attenMask, prefix, actualSeqQLen, actualSeqKvLen,
      scaleValue, keepProb, preTokens, nextTokens, headNum, layout.data(), 0, sparseMode, stored.data(),
      softmaxMaxOut, softmaxSumOut, softmaxOutOut, attentionOutOut, workspaceSize, executor);
}

aclnnStatus ScoreGrad(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                      const aclTensor* dy, const aclTensor* pse, const aclTensor* dropMask,
                      const aclTensor* paddingMask, const aclTensor* attenMask, const aclTensor* softmaxMax,
                      const aclTensor* softmaxSum, const aclTensor* softmaxIn, const aclTensor* attentionIn,
                      const aclIntArray* prefix, const aclIntArray* actualSeqQLen,
                      const aclIntArray* actualSeqKvLen, double scaleValue, double keepProb,
                      int64_t preTokens, int64_t nextTokens, int64_t headNum, int64_t sparseMode,
                      const aclTensor* dq, const aclTensor* dk, const aclTensor* dv, const aclTensor* dpse,
                      uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = kSequences;
  return aclnnFlashAttentionUnpaddingScoreGradGetWorkspaceSize(
      query, key, value, dy, pse, dropMask, paddingMask, attenMask, softmaxMax, softmaxSum, softmaxIn,
      attentionIn, prefix, actualSeqQLen, actualSeqKvLen, scaleValue, keepProb, preTokens, nextTokens,
      headNum, layout.data(), 0, sparseMode, dq, dk, dv, dpse, workspaceSize, executor);
}

aclnnStatus ScoreGradV2(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                        const aclTensor* dy, const aclTensor* pse, const aclTensor* dropMask,
                        const aclTensor* paddingMask, const aclTensor* attenMask, const aclTensor* softmaxMax,
                        const aclTensor* softmaxSum, const aclTensor* softmaxIn, const aclTensor* attentionIn,
                        const aclIntArray* prefix, const aclIntArray* actualSeqQLen,
                        const aclIntArray* actualSeqKvLen, double scaleValue, double keepProb,
                        int64_t preTokens, int64_t nextTokens, int64_t headNum, int64_t sparseMode,
                        int64_t pseType, const aclTensor* dq, const aclTensor* dk, const aclTensor* dv,
                        const aclTensor* dpse, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = kSequences;
  return aclnnFlashAttentionUnpaddingScoreGradV2GetWorkspaceSize(
      query, key, value, dy, pse, dropMask, paddingMask, attenMask, softmaxMax, softmaxSum, softmaxIn,
      attentionIn, prefix, actualSeqQLen, actualSeqKvLen, nullptr, nullptr, scaleValue, keepProb, preTokens,
      nextTokens, headNum, layout.data(), 0, sparseMode, pseType, dq, dk, dv, dpse, workspaceSize, executor);
}

aclnnStatus ScoreGradV3(const aclTensor* query, const aclTensor* queryRope, const aclTensor* key,
                        const aclTensor* keyRope, const aclTensor* value, const aclTensor* dy,
                        const aclTensor* pse, const aclTensor* dropMask, const aclTensor* paddingMask,
                        const aclTensor* attenMask, const aclTensor* softmaxMax, const aclTensor* softmaxSum,
                        const aclTensor* softmaxIn, const aclTensor* attentionIn, const aclIntArray* prefix,
                        const aclIntArray* actualSeqQLen, const aclIntArray* actualSeqKvLen,
                        double scaleValue, double keepProb, int64_t preTokens, int64_t nextTokens,
                        int64_t headNum, int64_t sparseMode, int64_t pseType, const aclTensor* dq,
                        const aclTensor* dqRope, const aclTensor* dk, const aclTensor* dkRope,
                        const aclTensor* dv, const aclTensor* dpse, uint64_t* workspaceSize,
                        aclOpExecutor** executor) {
  std::string layout = kSequences;
  return aclnnFlashAttentionUnpaddingScoreGradV3GetWorkspaceSize(
      query, queryRope, key, keyRope, value, dy, pse, dropMask, paddingMask, attenMask, softmaxMax,
      softmaxSum, softmaxIn, attentionIn, prefix, actualSeqQLen, actualSeqKvLen, nullptr, nullptr, scaleValue,
      keepProb, preTokens, nextTokens, headNum, layout.data(), 0, sparseMode, pseType, dq, dqRope, dk, dkRope,
      dv, dpse, workspaceSize, executor);
}

aclnnStatus ScoreGradV4(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                        const aclTensor* dy, const aclTensor* pse, const aclTensor* dropMask,
                        const aclTensor* paddingMask, const aclTensor* attenMask, const aclTensor* softmaxMax,
                        const aclTensor* softmaxSum, const aclTensor* softmaxIn, const aclTensor* attentionIn,
                        const aclIntArray* prefix, const aclIntArray* actualSeqQLen,
                        const aclIntArray* actualSeqKvLen, double scaleValue, double keepProb,
                        int64_t preTokens, int64_t nextTokens, int64_t headNum, int64_t sparseMode,
                        const aclTensor* dq, const aclTensor* dk, const aclTensor* dv, const aclTensor* dpse,
                        int64_t softmaxInLayout, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = kSequences;
  std::string stored = StoredText(softmaxInLayout);
  return aclnnFlashAttentionUnpaddingScoreGradV4GetWorkspaceSize(
      query, key, value, dy, pse, dropMask, paddingMask, attenMask, softmaxMax, softmaxSum, softmaxIn,
      attentionIn, prefix, actualSeqQLen, actualSeqKvLen, scaleValue, keepProb, preTokens, nextTokens,
      headNum, layout.data(), 0, sparseMode, dq, dk, dv, dpse, stored.data(), workspaceSize, executor);
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      scored::ForwardRow(TwoPhases<&Score, &aclnnFlashAttentionVarLenScore>("aclnnFlashAttentionVarLenScore"),
                         {1, true}),
      scored::ForwardRow(
          TwoPhases<&ScoreV2, &aclnnFlashAttentionVarLenScoreV2>("aclnnFlashAttentionVarLenScoreV2"),
          {2, true}),
      scored::ForwardRow(
          TwoPhases<&ScoreV3, &aclnnFlashAttentionVarLenScoreV3>("aclnnFlashAttentionVarLenScoreV3"),
          {3, true}),
      scored::ForwardRow(
          TwoPhases<&ScoreV4, &aclnnFlashAttentionVarLenScoreV4>("aclnnFlashAttentionVarLenScoreV4"),
          {4, true}),
      scored::BackwardRow(TwoPhases<&ScoreGrad, &aclnnFlashAttentionUnpaddingScoreGrad>(
                              "aclnnFlashAttentionUnpaddingScoreGrad"),
                          {1, true}),
      scored::BackwardRow(TwoPhases<&ScoreGradV2, &aclnnFlashAttentionUnpaddingScoreGradV2>(
                              "aclnnFlashAttentionUnpaddingScoreGradV2"),
                          {2, true}),
      scored::BackwardRow(TwoPhases<&ScoreGradV3, &aclnnFlashAttentionUnpaddingScoreGradV3>(
                              "aclnnFlashAttentionUnpaddingScoreGradV3"),
                          {3, true}),
      scored::BackwardRow(TwoPhases<&ScoreGradV4, &aclnnFlashAttentionUnpaddingScoreGradV4>(
                              "aclnnFlashAttentionUnpaddingScoreGradV4"),
                          {4, true}),
  };
}

}  // namespace openaclnn::catalogue::attention::sequences
