/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFusedInferAttentionScoreV4: attention for inference, with sinks. */

#ifndef ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_V4_H_
#define ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_V4_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFusedInferAttentionScoreV4: aclnnFusedInferAttentionScoreV3, with a score for each head that takes
 * part in its softmax and has no value.
 *
 * @param[in] query,key,value,pseShift,attenMask,actualSeqLengths,actualSeqLengthsKv  as in
 *     aclnnFusedInferAttentionScoreV3
 * @param[in] deqScale1,quantScale1,deqScale2,quantScale2,quantOffset2  not supported: NULL
 * @param[in] antiquantScale,antiquantOffset,blockTable,queryPaddingSize,kvPaddingSize  as in
 *     aclnnFusedInferAttentionScoreV3
 * @param[in] keyAntiquantScale,keyAntiquantOffset,valueAntiquantScale,valueAntiquantOffset  as in
 *     aclnnFusedInferAttentionScoreV3
 * @param[in] keySharedPrefix,valueSharedPrefix,actualSharedPrefixLen,queryRope,keyRope  as in
 *     aclnnFusedInferAttentionScoreV3
 * @param[in] keyRopeAntiquantScale,dequantScaleQuery  not supported: NULL
 * @param[in] learnableSink  [numHeads] scores, FLOAT, FLOAT16 or BFLOAT16; NULL: none
 * @param[in] numHeads,scaleValue,preTokens,nextTokens,inputLayout,numKeyValueHeads,sparseMode  as in
 *     aclnnFusedInferAttentionScoreV3
 * @param[in] innerPrecise,blockSize,antiquantMode,softmaxLseFlag  as in aclnnFusedInferAttentionScoreV3
 * @param[in] keyAntiquantMode,valueAntiquantMode  as in aclnnFusedInferAttentionScoreV3
 * @param[in] queryQuantMode  ignored
 * @param[out] attentionOut  as in aclnnFusedInferAttentionScoreV3
 * @param[out] softmaxLse  as in aclnnFusedInferAttentionScoreV3; the sum has the sink's exp(score)
 * @return as aclnnFusedInferAttentionScore
 */
ACLNN_API aclnnStatus aclnnFusedInferAttentionScoreV4GetWorkspaceSize(
    const aclTensor* query, const aclTensorList* key, const aclTensorList* value, const aclTensor* pseShift,
    const aclTensor* attenMask, const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
    const aclTensor* deqScale1, const aclTensor* quantScale1, const aclTensor* deqScale2,
    const aclTensor* quantScale2, const aclTensor* quantOffset2, const aclTensor* antiquantScale,
    const aclTensor* antiquantOffset, const aclTensor* blockTable, const aclTensor* queryPaddingSize,
    const aclTensor* kvPaddingSize, const aclTensor* keyAntiquantScale, const aclTensor* keyAntiquantOffset,
    const aclTensor* valueAntiquantScale, const aclTensor* valueAntiquantOffset,
    const aclTensor* keySharedPrefix, const aclTensor* valueSharedPrefix,
    const aclIntArray* actualSharedPrefixLen, const aclTensor* queryRope, const aclTensor* keyRope,
    const aclTensor* keyRopeAntiquantScale, const aclTensor* dequantScaleQuery,
    const aclTensor* learnableSink, int64_t numHeads, double scaleValue, int64_t preTokens,
    int64_t nextTokens, char* inputLayout, int64_t numKeyValueHeads, int64_t sparseMode, int64_t innerPrecise,
    int64_t blockSize, int64_t antiquantMode, bool softmaxLseFlag, int64_t keyAntiquantMode,
    int64_t valueAntiquantMode, int64_t queryQuantMode, const aclTensor* attentionOut,
    const aclTensor* softmaxLse, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Upper bound of what aclnnFusedInferAttentionScoreV4GetWorkspaceSize returns. */
ACLNN_API aclnnStatus aclnnFusedInferAttentionScoreV4GetMaxWorkspaceSize(
    const aclTensor* query, const aclTensorList* key, const aclTensorList* value, const aclTensor* pseShift,
    const aclTensor* attenMask, const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
    const aclTensor* deqScale1, const aclTensor* quantScale1, const aclTensor* deqScale2,
    const aclTensor* quantScale2, const aclTensor* quantOffset2, const aclTensor* antiquantScale,
    const aclTensor* antiquantOffset, const aclTensor* blockTable, const aclTensor* queryPaddingSize,
    const aclTensor* kvPaddingSize, const aclTensor* keyAntiquantScale, const aclTensor* keyAntiquantOffset,
    const aclTensor* valueAntiquantScale, const aclTensor* valueAntiquantOffset,
    const aclTensor* keySharedPrefix, const aclTensor* valueSharedPrefix,
    const aclIntArray* actualSharedPrefixLen, const aclTensor* queryRope, const aclTensor* keyRope,
    const aclTensor* keyRopeAntiquantScale, const aclTensor* dequantScaleQuery,
    const aclTensor* learnableSink, int64_t numHeads, double scaleValue, int64_t preTokens,
    int64_t nextTokens, char* inputLayout, int64_t numKeyValueHeads, int64_t sparseMode, int64_t innerPrecise,
    int64_t blockSize, int64_t antiquantMode, bool softmaxLseFlag, int64_t keyAntiquantMode,
    int64_t valueAntiquantMode, int64_t queryQuantMode, const aclTensor* attentionOut,
    const aclTensor* softmaxLse, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFusedInferAttentionScoreV4. */
ACLNN_API aclnnStatus aclnnFusedInferAttentionScoreV4(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_V4_H_ */
