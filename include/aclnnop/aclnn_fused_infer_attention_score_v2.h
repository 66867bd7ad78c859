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
 * @param[in] deqScale1,quantScale1,deqScale2,quantScale2,quantOffset2  not supported: NULL
 * @param[in] antiquantScale,antiquantOffset,blockTable,queryPaddingSize,kvPaddingSize  as in
 *     aclnnFusedInferAttentionScore
 * @param[in] keyAntiquantScale  FLOAT, FLOAT16 or BFLOAT16: scales of keys of INT8, in place of
 *     antiquantScale, which is ignored then. NULL: none, or antiquantScale. keyAntiquantMode
 *     - 0: [N, D], [N, 1, D] or [H], perhaps after a 1; or [1], one for all
 *     - 1: [B, S], perhaps after a 1: one for each key of a sequence; S at least that of the longest one
 *     - 2: [N]
 *     - 3: [B, N, S], with S as above
 *     - 4: [blocks, blockSize], where the keys are in pages
 *     - 5: [blocks, N, blockSize], likewise
 * @param[in] keyAntiquantOffset  offsets, of that shape; NULL: 0
 * @param[in] valueAntiquantScale,valueAntiquantOffset  likewise for values; both or none of the two scales,
 *     and of the two offsets
 * @param[in] keySharedPrefix  keys before those of every sequence, the layout of key with B = 1; NULL: none.
 *     Not with blockTable, padding, rotary parts, or layouts without B
 * @param[in] valueSharedPrefix  likewise
 * @param[in] actualSharedPrefixLen  one number: the keys of the prefix; NULL or empty: all of its rows
 * @param[in] numHeads,scaleValue,preTokens,nextTokens,inputLayout,numKeyValueHeads,sparseMode  as in
 *     aclnnFusedInferAttentionScore
 * @param[in] innerPrecise,blockSize,antiquantMode,softmaxLseFlag  as in aclnnFusedInferAttentionScore
 * @param[in] keyAntiquantMode  see keyAntiquantScale; ignored without it. Not 1 or 3 with a prefix
 * @param[in] valueAntiquantMode  the same number; or 1 if that is 0
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
