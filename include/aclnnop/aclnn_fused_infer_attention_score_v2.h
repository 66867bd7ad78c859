/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFusedInferAttentionScoreV2: attention for inference, with a shared prefix. */

#ifndef ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_V2_H_
#define ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFusedInferAttentionScoreV2: aclnnFusedInferAttentionScore with a prefix that all sequences share.
 *
 * @param[in] query,key,value,pseShift,attenMask,actualSeqLengths,actualSeqLengthsKv  as in
 *     aclnnFusedInferAttentionScore
 * @param[in] deqScale1,quantScale1,deqScale2,quantScale2,quantOffset2,antiquantScale,antiquantOffset  not
 *     supported: NULL
 * @param[in] blockTable,queryPaddingSize,kvPaddingSize  as in aclnnFusedInferAttentionScore
 * @param[in] keyAntiquantScale,keyAntiquantOffset,valueAntiquantScale,valueAntiquantOffset  not supported:
 *     NULL
 * @param[in] keySharedPrefix  keys before those of every sequence, the layout of key with B = 1; NULL: none.
 *     Not with blockTable, padding, rotary parts, or layouts without B
 * @param[in] valueSharedPrefix  likewise
 * @param[in] actualSharedPrefixLen  one number: the keys of the prefix; NULL or empty: all of its rows
 * @param[in] numHeads,scaleValue,preTokens,nextTokens,inputLayout,numKeyValueHeads,sparseMode  as in
 *     aclnnFusedInferAttentionScore
 * @param[in] innerPrecise,blockSize,antiquantMode,softmaxLseFlag  as in aclnnFusedInferAttentionScore
 * @param[in] keyAntiquantMode,valueAntiquantMode  ignored
 * @param[out] attentionOut,softmaxLse  as in aclnnFusedInferAttentionScore
 * @return as aclnnFusedInferAttentionScore
 */
ACLNN_API aclnnStatus aclnnFusedInferAttentionScoreV2GetWorkspaceSize(
    const aclTensor* query, const aclTensorList* key, const aclTensorList* value, const aclTensor* pseShift,
    const aclTensor* attenMask, const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
    const aclTensor* deqScale1, const aclTensor* quantScale1, const aclTensor* deqScale2,
    const aclTensor* quantScale2, const aclTensor* quantOffset2, const aclTensor* antiquantScale,
    const aclTensor* antiquantOffset, const aclTensor* blockTable, const aclTensor* queryPaddingSize,
    const aclTensor* kvPaddingSize, const aclTensor* keyAntiquantScale, const aclTensor* keyAntiquantOffset,
    const aclTensor* valueAntiquantScale, const aclTensor* valueAntiquantOffset,
    const aclTensor* keySharedPrefix, const aclTensor* valueSharedPrefix,
    const aclIntArray* actualSharedPrefixLen, int64_t numHeads, double scaleValue, int64_t preTokens,
    int64_t nextTokens, char* inputLayout, int64_t numKeyValueHeads, int64_t sparseMode, int64_t innerPrecise,
    int64_t blockSize, int64_t antiquantMode, bool softmaxLseFlag, int64_t keyAntiquantMode,
    int64_t valueAntiquantMode, const aclTensor* attentionOut, const aclTensor* softmaxLse,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFusedInferAttentionScoreV2. */
ACLNN_API aclnnStatus aclnnFusedInferAttentionScoreV2(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_V2_H_ */
