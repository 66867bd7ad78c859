// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "aclnnop/aclnn_flash_attention_score.h"
#include "aclnnop/aclnn_flash_attention_score_grad.h"
#include "aclnnop/aclnn_flash_attention_score_grad_v4.h"
#include "aclnnop/aclnn_flash_attention_score_v4.h"
#include "catalogue/rows/attention/scored.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::attention::flash_attention_score {
namespace {

// Prototypes without the arguments that the catalogue's calls leave out; layouts are numbers in them.

aclnnStatus Score(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                  const aclTensor* realShift, const aclTensor* dropMask, const aclTensor* paddingMask,
                  const aclTensor* attenMask, const aclIntArray* prefix, double scaleValue, double keepProb,
                  int64_t preTokens, int64_t nextTokens, int64_t headNum, int64_t inputLayout,
                  int64_t sparseMode, const aclTensor* softmaxMaxOut, const aclTensor* softmaxSumOut,
                  const aclTensor* softmaxOutOut, const aclTensor* attentionOutOut, uint64_t* workspaceSize,
                  aclOpExecutor** executor) {
  std::string layout = scored::LayoutText(inputLayout);
  return aclnnFlashAttentionScoreGetWorkspaceSize(
      query, key, value, realShift, dropMask, paddingMask, attenMask, prefix, scaleValue, keepProb, preTokens,
      nextTokens, headNum, layout.data(), 0, sparseMode, softmaxMaxOut, softmaxSumOut, softmaxOutOut,
      attentionOutOut, workspaceSize, executor);
}

aclnnStatus ScoreV2(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                    const aclTensor* realShift, const aclTensor* dropMask, const aclTensor* paddingMask,
                    const aclTensor* attenMask, const aclIntArray* prefix, double scaleValue, double keepProb,
                    int64_t preTokens, int64_t nextTokens, int64_t headNum, int64_t inputLayout,
                    int64_t sparseMode, int64_t pseType, const aclTensor* softmaxMaxOut,
                    const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut,
                    const aclTensor* attentionOutOut, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = scored::LayoutText(inputLayout);
  return aclnnFlashAttentionScoreV2GetWorkspaceSize(
      query, key, value, realShift, dropMask, paddingMask, attenMask, prefix, nullptr, nullptr, scaleValue,
      keepProb, preTokens, nextTokens, headNum, layout.data(), 0, sparseMode, pseType, softmaxMaxOut,
      softmaxSumOut, softmaxOutOut, attentionOutOut, workspaceSize, executor);
}

aclnnStatus ScoreV4(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                    const aclTensor* realShift, const aclTensor* dropMask, const aclTensor* paddingMask,
                    const aclTensor* attenMask, const aclTensor* queryRope, const aclTensor* keyRope,
                    const aclTensor* dScaleQ, const aclTensor* dScaleK, const aclTensor* dScaleV,
                    const aclTensor* sink, const aclIntArray* prefix, double scaleValue, double keepProb,
                    int64_t preTokens, int64_t nextTokens, int64_t headNum, int64_t inputLayout,
                    int64_t sparseMode, int64_t pseType, const aclTensor* softmaxMaxOut,
                    const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut,
                    const aclTensor* attentionOutOut, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = scored::LayoutText(inputLayout);
  return aclnnFlashAttentionScoreV4GetWorkspaceSize(
      query, key, value, realShift, dropMask, paddingMask, attenMask, queryRope, keyRope, dScaleQ, dScaleK,
      dScaleV, sink, prefix, nullptr, nullptr, nullptr, nullptr, scaleValue, keepProb, preTokens, nextTokens,
      headNum, layout.data(), 0, sparseMode, 0, pseType, nullptr, 0, 0, softmaxMaxOut, softmaxSumOut,
      softmaxOutOut, attentionOutOut, workspaceSize, executor);
}

aclnnStatus ScoreGrad(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                      const aclTensor* dy, const aclTensor* pse, const aclTensor* dropMask,
                      const aclTensor* paddingMask, const aclTensor* attenMask, const aclTensor* softmaxMax,
                      const aclTensor* softmaxSum, const aclTensor* softmaxIn, const aclTensor* attentionIn,
                      const aclIntArray* prefix, double scaleValue, double keepProb, int64_t preTokens,
                      int64_t nextTokens, int64_t headNum, int64_t inputLayout, int64_t sparseMode,
                      const aclTensor* dq, const aclTensor* dk, const aclTensor* dv, const aclTensor* dpse,
                      uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = scored::LayoutText(inputLayout);
  return aclnnFlashAttentionScoreGradGetWorkspaceSize(
      query, key, value, dy, pse, dropMask, paddingMask, attenMask, softmaxMax, softmaxSum, softmaxIn,
      attentionIn, prefix, scaleValue, keepProb, preTokens, nextTokens, headNum, layout.data(), 0, sparseMode,
      dq, dk, dv, dpse, workspaceSize, executor);
}

aclnnStatus ScoreGradV2(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                        const aclTensor* dy, const aclTensor* pse, const aclTensor* dropMask,
                        const aclTensor* paddingMask, const aclTensor* attenMask, const aclTensor* softmaxMax,
                        const aclTensor* softmaxSum, const aclTensor* softmaxIn, const aclTensor* attentionIn,
                        const aclIntArray* prefix, double scaleValue, double keepProb, int64_t preTokens,
                        int64_t nextTokens, int64_t headNum, int64_t inputLayout, int64_t sparseMode,
                        int64_t pseType, const aclTensor* dq, const aclTensor* dk, const aclTensor* dv,
                        const aclTensor* dpse, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = scored::LayoutText(inputLayout);
  return aclnnFlashAttentionScoreGradV2GetWorkspaceSize(
      query, key, value, dy, pse, dropMask, paddingMask, attenMask, softmaxMax, softmaxSum, softmaxIn,
      attentionIn, prefix, nullptr, nullptr, scaleValue, keepProb, preTokens, nextTokens, headNum,
      layout.data(), 0, sparseMode, pseType, dq, dk, dv, dpse, workspaceSize, executor);
}

aclnnStatus ScoreGradV4(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                        const aclTensor* dy, const aclTensor* pse, const aclTensor* dropMask,
                        const aclTensor* paddingMask, const aclTensor* attenMask, const aclTensor* softmaxMax,
                        const aclTensor* softmaxSum, const aclTensor* softmaxIn, const aclTensor* attentionIn,
                        const aclTensor* sink, const aclTensor* queryRope, const aclTensor* keyRope,
                        const aclTensor* dScaleQ, const aclTensor* dScaleK, const aclTensor* dScaleV,
                        const aclTensor* dScaleDy, const aclTensor* dScaleO, const aclIntArray* prefix,
                        double scaleValue, double keepProb, int64_t preTokens, int64_t nextTokens,
                        int64_t headNum, int64_t inputLayout, int64_t sparseMode, int64_t pseType,
                        const aclTensor* dq, const aclTensor* dk, const aclTensor* dv,
                        const aclTensor* dqRope, const aclTensor* dkRope, const aclTensor* dpse,
                        const aclTensor* dsink, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = scored::LayoutText(inputLayout);
  return aclnnFlashAttentionScoreGradV4GetWorkspaceSize(
      query, key, value, dy, pse, dropMask, paddingMask, attenMask, softmaxMax, softmaxSum, softmaxIn,
      attentionIn, sink, queryRope, keyRope, dScaleQ, dScaleK, dScaleV, dScaleDy, dScaleO, prefix, nullptr,
      nullptr, nullptr, nullptr, scaleValue, keepProb, preTokens, nextTokens, headNum, layout.data(), nullptr,
      0, sparseMode, pseType, 0, 0, 0, dq, dk, dv, dqRope, dkRope, dpse, dsink, workspaceSize, executor);
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      scored::ForwardRow(TwoPhases<&Score, &aclnnFlashAttentionScore>("aclnnFlashAttentionScore"), {1}),
      scored::ForwardRow(TwoPhases<&ScoreV2, &aclnnFlashAttentionScoreV2>("aclnnFlashAttentionScoreV2"), {2}),
      scored::ForwardRow(TwoPhases<&ScoreV4, &aclnnFlashAttentionScoreV4>("aclnnFlashAttentionScoreV4"), {4}),
      scored::BackwardRow(
          TwoPhases<&ScoreGrad, &aclnnFlashAttentionScoreGrad>("aclnnFlashAttentionScoreGrad"), {1}),
      scored::BackwardRow(
          TwoPhases<&ScoreGradV2, &aclnnFlashAttentionScoreGradV2>("aclnnFlashAttentionScoreGradV2"), {2}),
      scored::BackwardRow(
          TwoPhases<&ScoreGradV4, &aclnnFlashAttentionScoreGradV4>("aclnnFlashAttentionScoreGradV4"), {4})};
}

}  // namespace openaclnn::catalogue::attention::flash_attention_score
