/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFlashAttentionScoreV4: attention; aclnnFlashAttentionScore with more arguments. */

#ifndef ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_V4_H_
#define ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_V4_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFlashAttentionScoreV4: attention of each head of each batch, attentionOutOut = (softmax(score) * kept
 * / keepProb) value, score = scaleValue * (query key^T + realShift), or scaleValue * query key^T + realShift
 * with pseType 0. Keys that a query does not see are excluded from its softmax.
 * Types: FLOAT, FLOAT16, BFLOAT16: the same for query, key, value and all tensors of their shapes.
 * Arithmetic: float32, in blocks of 256 keys, whose sums are combined in order; rounded once. On a processor
 * with other instructions the last bits may differ. A query that sees no key gets 0. Sizes may be 0, except
 * the size and number of heads: without keys the result is 0.
 * Source: PyTorch's scaled_dot_product_attention; Milakov and Gimelshein, "Online normalizer calculation for
 * softmax" (2018); Dao et al., "FlashAttention" (2022).
 *
 * @param[in] query,key,value,realShift  as in aclnnFlashAttentionScore
 * @param[in] dropMask  UINT8, any shape: bit k % 8 of byte k / 8 is 1 if element k of [B, N, Sq, Skv] is
 *     kept; may be NULL: see seed
 * @param[in] paddingMask,attenMask  as in aclnnFlashAttentionScore
 * @param[in] queryRope,keyRope,dScaleQ,dScaleK,dScaleV,sink  not supported: NULL
 * @param[in] prefix  as in aclnnFlashAttentionScore
 * @param[in] actualSeqQLen,actualSeqKvLen  with "TND" as in aclnnFlashAttentionVarLenScore; otherwise NULL or
 *     empty
 * @param[in] qStartIdx,kvStartIdx  only for biases computed from slopes: ignored; may be NULL
 * @param[in] scaleValue,keepProb,preTokens,nextTokens,headNum,innerPrecise,sparseMode  as in
 *     aclnnFlashAttentionScore
 * @param[in] inputLayout  as in aclnnFlashAttentionScore, or "TND": tensors as in
 *     aclnnFlashAttentionVarLenScore
 * @param[in] outDtype  0: the type of query
 * @param[in] pseType  0: the bias is added after the scale, 1: before it
 * @param[in] softmaxOutLayout  with "TND" as in aclnnFlashAttentionVarLenScoreV4; otherwise NULL, "" or
 *     "same_as_input"
 * @param[in] seed  for keepProb below 1 without dropMask: score k of [B, N, Sq, Skv] is kept if word k of the
 *     Philox 4x32-10 sequence with this key is at least (1 - keepProb) 2^32; otherwise ignored
 * @param[in] offset  the upper half of the sequence's counter, as in dropout; otherwise ignored
 * @param[out] softmaxMaxOut,softmaxSumOut,softmaxOutOut,attentionOutOut  as in aclnnFlashAttentionScore
 * @return 161002 if an unsupported feature is requested: paddingMask, an argument marked as not supported,
 *     another inputLayout, sparseMode 7 or 8, pseType 2 or 3; an attribute is out of its range; sparseMode is 1 to 6 and attenMask is NULL; sparseMode is 5 or 6
 *     and prefix does not have a value for each batch
 */
ACLNN_API aclnnStatus aclnnFlashAttentionScoreV4GetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* realShift,
    const aclTensor* dropMask, const aclTensor* paddingMask, const aclTensor* attenMask,
    const aclTensor* queryRope, const aclTensor* keyRope, const aclTensor* dScaleQ, const aclTensor* dScaleK,
    const aclTensor* dScaleV, const aclTensor* sink, const aclIntArray* prefix,
    const aclIntArray* actualSeqQLen, const aclIntArray* actualSeqKvLen, const aclIntArray* qStartIdx,
    const aclIntArray* kvStartIdx, double scaleValue, double keepProb, int64_t preTokens, int64_t nextTokens,
    int64_t headNum, char* inputLayout, int64_t innerPrecise, int64_t sparseMode, int64_t outDtype,
    int64_t pseType, char* softmaxOutLayout, int64_t seed, int64_t offset, const aclTensor* softmaxMaxOut,
    const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut, const aclTensor* attentionOutOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFlashAttentionScoreV4. */
ACLNN_API aclnnStatus aclnnFlashAttentionScoreV4(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_V4_H_ */
