/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFusedInferAttentionScoreV5: attention for inference, with more arguments. */

#ifndef ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_V5_H_
#define ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_V5_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFusedInferAttentionScoreV5: aclnnFusedInferAttentionScoreV4 with more arguments.
 *
 * @param[in] query,key,value,pseShift,attenMask,actualSeqLengths,actualSeqLengthsKv  as in
 *     aclnnFusedInferAttentionScoreV4
 * @param[in] deqScale1,quantScale1,deqScale2,quantScale2,quantOffset2  not supported: NULL
 * @param[in] antiquantScale,antiquantOffset,blockTable,queryPaddingSize,kvPaddingSize  as in
 *     aclnnFusedInferAttentionScoreV4
 * @param[in] keyAntiquantScale,keyAntiquantOffset,valueAntiquantScale,valueAntiquantOffset  as in
 *     aclnnFusedInferAttentionScoreV4
 * @param[in] keySharedPrefix,valueSharedPrefix,actualSharedPrefixLen,queryRope,keyRope  as in
 *     aclnnFusedInferAttentionScoreV4
 * @param[in] keyRopeAntiquantScale,dequantScaleQuery  not supported: NULL
 * @param[in] learnableSink  as in aclnnFusedInferAttentionScoreV4
 * @param[in] qStartIdx,kvStartIdx  only for biases computed from slopes: ignored; may be NULL
 * @param[in] numHeads,scaleValue,preTokens,nextTokens,inputLayout,numKeyValueHeads,sparseMode  as in
 *     aclnnFusedInferAttentionScoreV4
 * @param[in] innerPrecise,blockSize,antiquantMode,softmaxLseFlag  as in aclnnFusedInferAttentionScoreV4
 * @param[in] keyAntiquantMode,valueAntiquantMode  as in aclnnFusedInferAttentionScoreV4
 * @param[in] queryQuantMode  ignored
 * @param[in] pseType  0 or 1: pseShift is added after the scale
 * @param[out] attentionOut,softmaxLse  as in aclnnFusedInferAttentionScoreV4
 * @return as aclnnFusedInferAttentionScore; also 161002 if pseType is 2 or 3, biases computed from slopes
 */
ACLNN_API aclnnStatus aclnnFusedInferAttentionScoreV5GetWorkspaceSize(
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
    const aclTensor* learnableSink, const aclIntArray* qStartIdx, const aclIntArray* kvStartIdx,
    int64_t numHeads, double scaleValue, int64_t preTokens, int64_t nextTokens, char* inputLayout,
    int64_t numKeyValueHeads, int64_t sparseMode, int64_t innerPrecise, int64_t blockSize,
    int64_t antiquantMode, bool softmaxLseFlag, int64_t keyAntiquantMode, int64_t valueAntiquantMode,
    int64_t queryQuantMode, int64_t pseType, const aclTensor* attentionOut, const aclTensor* softmaxLse,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Upper bound of what aclnnFusedInferAttentionScoreV5GetWorkspaceSize returns. */
ACLNN_API aclnnStatus aclnnFusedInferAttentionScoreV5GetMaxWorkspaceSize(
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
    const aclTensor* learnableSink, const aclIntArray* qStartIdx, const aclIntArray* kvStartIdx,
    int64_t numHeads, double scaleValue, int64_t preTokens, int64_t nextTokens, char* inputLayout,
    int64_t numKeyValueHeads, int64_t sparseMode, int64_t innerPrecise, int64_t blockSize,
    int64_t antiquantMode, bool softmaxLseFlag, int64_t keyAntiquantMode, int64_t valueAntiquantMode,
    int64_t queryQuantMode, int64_t pseType, const aclTensor* attentionOut, const aclTensor* softmaxLse,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFusedInferAttentionScoreV5. */
ACLNN_API aclnnStatus aclnnFusedInferAttentionScoreV5(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_V5_H_ */
