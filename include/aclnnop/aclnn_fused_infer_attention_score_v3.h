/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFusedInferAttentionScoreV3: attention for inference, with rotary parts. */

#ifndef ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_V3_H_
#define ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_V3_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFusedInferAttentionScoreV3: aclnnFusedInferAttentionScoreV2, with rotary parts of query and key:
 * score = scaleValue * (query key^T + queryRope keyRope^T) + pseShift.
 *
 * @param[in] query,key,value,pseShift,attenMask,actualSeqLengths,actualSeqLengthsKv  as in
 *     aclnnFusedInferAttentionScoreV2
 * @param[in] deqScale1,quantScale1,deqScale2,quantScale2,quantOffset2  not supported: NULL
 * @param[in] antiquantScale,antiquantOffset,blockTable,queryPaddingSize,kvPaddingSize  as in
 *     aclnnFusedInferAttentionScoreV2
 * @param[in] keyAntiquantScale,keyAntiquantOffset,valueAntiquantScale,valueAntiquantOffset  as in
 *     aclnnFusedInferAttentionScoreV2
 * @param[in] keySharedPrefix,valueSharedPrefix,actualSharedPrefixLen  as in aclnnFusedInferAttentionScoreV2
 * @param[in] queryRope  the layout of query, with heads of any size; NULL: none
 * @param[in] keyRope  the layout of key, or its pages, with heads of queryRope's size
 * @param[in] keyRopeAntiquantScale  not supported: NULL
 * @param[in] numHeads,scaleValue,preTokens,nextTokens,inputLayout,numKeyValueHeads,sparseMode  as in
 *     aclnnFusedInferAttentionScoreV2
 * @param[in] innerPrecise,blockSize,antiquantMode,softmaxLseFlag  as in aclnnFusedInferAttentionScoreV2
 * @param[in] keyAntiquantMode,valueAntiquantMode  as in aclnnFusedInferAttentionScoreV2
 * @param[out] attentionOut,softmaxLse  as in aclnnFusedInferAttentionScoreV2
 * @return as aclnnFusedInferAttentionScore
 */
ACLNN_API aclnnStatus aclnnFusedInferAttentionScoreV3GetWorkspaceSize(
    const aclTensor* query, const aclTensorList* key, const aclTensorList* value, const aclTensor* pseShift,
    const aclTensor* attenMask, const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
    const aclTensor* deqScale1, const aclTensor* quantScale1, const aclTensor* deqScale2,
    const aclTensor* quantScale2, const aclTensor* quantOffset2, const aclTensor* antiquantScale,
    const aclTensor* antiquantOffset, const aclTensor* blockTable, const aclTensor* queryPaddingSize,
    const aclTensor* kvPaddingSize, const aclTensor* keyAntiquantScale, const aclTensor* keyAntiquantOffset,
    const aclTensor* valueAntiquantScale, const aclTensor* valueAntiquantOffset,
    const aclTensor* keySharedPrefix, const aclTensor* valueSharedPrefix,
    const aclIntArray* actualSharedPrefixLen, const aclTensor* queryRope, const aclTensor* keyRope,
    const aclTensor* keyRopeAntiquantScale, int64_t numHeads, double scaleValue, int64_t preTokens,
    int64_t nextTokens, char* inputLayout, int64_t numKeyValueHeads, int64_t sparseMode, int64_t innerPrecise,
    int64_t blockSize, int64_t antiquantMode, bool softmaxLseFlag, int64_t keyAntiquantMode,
    int64_t valueAntiquantMode, const aclTensor* attentionOut, const aclTensor* softmaxLse,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Upper bound of what aclnnFusedInferAttentionScoreV3GetWorkspaceSize returns. */
ACLNN_API aclnnStatus aclnnFusedInferAttentionScoreV3GetMaxWorkspaceSize(
    const aclTensor* query, const aclTensorList* key, const aclTensorList* value, const aclTensor* pseShift,
    const aclTensor* attenMask, const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
    const aclTensor* deqScale1, const aclTensor* quantScale1, const aclTensor* deqScale2,
    const aclTensor* quantScale2, const aclTensor* quantOffset2, const aclTensor* antiquantScale,
    const aclTensor* antiquantOffset, const aclTensor* blockTable, const aclTensor* queryPaddingSize,
    const aclTensor* kvPaddingSize, const aclTensor* keyAntiquantScale, const aclTensor* keyAntiquantOffset,
    const aclTensor* valueAntiquantScale, const aclTensor* valueAntiquantOffset,
    const aclTensor* keySharedPrefix, const aclTensor* valueSharedPrefix,
    const aclIntArray* actualSharedPrefixLen, const aclTensor* queryRope, const aclTensor* keyRope,
    const aclTensor* keyRopeAntiquantScale, int64_t numHeads, double scaleValue, int64_t preTokens,
    int64_t nextTokens, char* inputLayout, int64_t numKeyValueHeads, int64_t sparseMode, int64_t innerPrecise,
    int64_t blockSize, int64_t antiquantMode, bool softmaxLseFlag, int64_t keyAntiquantMode,
    int64_t valueAntiquantMode, const aclTensor* attentionOut, const aclTensor* softmaxLse,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFusedInferAttentionScoreV3. */
ACLNN_API aclnnStatus aclnnFusedInferAttentionScoreV3(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_V3_H_ */
