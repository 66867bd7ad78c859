/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnFlashAttentionScoreGradV4: gradients of attention; aclnnFlashAttentionScoreGrad with more
 * arguments.
 */

#ifndef ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_GRAD_V4_H_
#define ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_GRAD_V4_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFlashAttentionScoreGradV4: dq, dk, dv, dpse = the derivatives of the sum of dy * attentionOutOut,
 * where attentionOutOut = (softmax(score) * kept / keepProb) value, score = scaleValue * (query key^T + pse),
 * or scaleValue * query key^T + pse with pseType 0, of each head of each batch. The probabilities are
 * computed again from softmaxMax and softmaxSum. Gradients of what several heads, batches or queries share
 * are summed.
 * Types: FLOAT, FLOAT16, BFLOAT16: the same for query, key, value and all tensors of their shapes.
 * Arithmetic: float32, in blocks that depend only on the shape, whose sums are added in order; rounded once.
 * On a processor with other instructions the last bits may differ. A query that sees no key has a gradient of
 * 0 and adds 0 to the others. Sizes may be 0, except the size and number of heads: without queries or keys,
 * gradients are 0.
 * Source: PyTorch's scaled_dot_product_attention; Milakov and Gimelshein, "Online normalizer calculation for
 * softmax" (2018); Dao et al., "FlashAttention" (2022).
 *
 * @param[in] query,key,value  as in aclnnFlashAttentionScore
 * @param[in] dy  gradient of attentionOutOut; its shape and the type of query
 * @param[in] pse  as realShift of the forward operator; NULL: nothing
 * @param[in] dropMask  UINT8, any shape: bit k % 8 of byte k / 8 is 1 if element k of [B, N, Sq, Skv] is
 *     kept; may be NULL: see seed
 * @param[in] paddingMask,attenMask  as in aclnnFlashAttentionScore
 * @param[in] softmaxMax  softmaxMaxOut of the forward operator; FLOAT, [B, N, Sq, 8]
 * @param[in] softmaxSum  softmaxSumOut of the forward operator; FLOAT, [B, N, Sq, 8]
 * @param[in] softmaxIn  reserved, ignored; may be NULL
 * @param[in] attentionIn  attentionOutOut of the forward operator
 * @param[in] sink,queryRope,keyRope,dScaleQ,dScaleK,dScaleV,dScaleDy,dScaleO  not supported: NULL
 * @param[in] prefix  as in aclnnFlashAttentionScore
 * @param[in] actualSeqQLen,actualSeqKvLen  with "TND" as in aclnnFlashAttentionVarLenScore; otherwise NULL or
 *     empty
 * @param[in] qStartIdx,kvStartIdx  only for biases computed from slopes: ignored; may be NULL
 * @param[in] scaleValue,keepProb,preTokens,nextTokens,headNum  as in aclnnFlashAttentionScore
 * @param[in] inputLayout  as in aclnnFlashAttentionScore, or "TND": tensors as in
 *     aclnnFlashAttentionUnpaddingScoreGrad
 * @param[in] softmaxInLayout  with "TND" as in aclnnFlashAttentionVarLenScoreV4; otherwise NULL, "" or
 *     "same_as_input"
 * @param[in] innerPrecise,sparseMode  as in aclnnFlashAttentionScore
 * @param[in] pseType  0: the bias is added after the scale, 1: before it
 * @param[in] seed  for keepProb below 1 without dropMask: score k of [B, N, Sq, Skv] is kept if word k of the
 *     Philox 4x32-10 sequence with this key is at least (1 - keepProb) 2^32; otherwise ignored
 * @param[in] offset  the upper half of the sequence's counter, as in dropout; otherwise ignored
 * @param[in] outDtype  0: the type of query
 * @param[out] dq  gradient for query; its shape and type
 * @param[out] dk  gradient for key; its shape and type
 * @param[out] dv  gradient for value; its shape and type
 * @param[out] dqRope,dkRope  not supported: NULL, or without elements
 * @param[out] dpse  gradient for pse; its shape and type; NULL: not computed; without pse: NULL or without
 *     elements
 * @param[out] dsink  not supported: NULL, or without elements
 * @return 161002 if an unsupported feature is requested: paddingMask, an argument marked as not supported,
 *     another inputLayout, sparseMode 7 or 8, pseType 2 or 3; an attribute is out of its range; sparseMode is 1 to 6 and attenMask is NULL; sparseMode is 5 or 6
 *     and prefix does not have a value for each batch
 */
ACLNN_API aclnnStatus aclnnFlashAttentionScoreGradV4GetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* dy,
    const aclTensor* pse, const aclTensor* dropMask, const aclTensor* paddingMask, const aclTensor* attenMask,
    const aclTensor* softmaxMax, const aclTensor* softmaxSum, const aclTensor* softmaxIn,
    const aclTensor* attentionIn, const aclTensor* sink, const aclTensor* queryRope, const aclTensor* keyRope,
    const aclTensor* dScaleQ, const aclTensor* dScaleK, const aclTensor* dScaleV, const aclTensor* dScaleDy,
    const aclTensor* dScaleO, const aclIntArray* prefix, const aclIntArray* actualSeqQLen,
    const aclIntArray* actualSeqKvLen, const aclIntArray* qStartIdx, const aclIntArray* kvStartIdx,
    double scaleValue, double keepProb, int64_t preTokens, int64_t nextTokens, int64_t headNum,
    char* inputLayout, char* softmaxInLayout, int64_t innerPrecise, int64_t sparseMode, int64_t pseType,
    int64_t seed, int64_t offset, int64_t outDtype, const aclTensor* dq, const aclTensor* dk,
    const aclTensor* dv, const aclTensor* dqRope, const aclTensor* dkRope, const aclTensor* dpse,
    const aclTensor* dsink, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFlashAttentionScoreGradV4. */
ACLNN_API aclnnStatus aclnnFlashAttentionScoreGradV4(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_GRAD_V4_H_ */
