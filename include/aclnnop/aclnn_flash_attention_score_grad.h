/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFlashAttentionScoreGrad, aclnnFlashAttentionScoreGradV2: gradients of attention, in blocks. */

#ifndef ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_GRAD_H_
#define ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFlashAttentionScoreGrad: dq, dk, dv, dpse = the derivatives of the sum of dy * attentionOutOut, where
 * attentionOutOut = (softmax(score) * kept / keepProb) value, score = scaleValue * (query key^T + pse), of
 * each head of each batch. The probabilities are computed again from softmaxMax and softmaxSum. Gradients of
 * what several heads, batches or queries share are summed.
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
 * @param[in] dropMask,paddingMask,attenMask  as in aclnnFlashAttentionScore
 * @param[in] softmaxMax  softmaxMaxOut of the forward operator; FLOAT, [B, N, Sq, 8]
 * @param[in] softmaxSum  softmaxSumOut of the forward operator; FLOAT, [B, N, Sq, 8]
 * @param[in] softmaxIn  reserved, ignored; may be NULL
 * @param[in] attentionIn  attentionOutOut of the forward operator
 * @param[in] prefix,scaleValue,keepProb,preTokens,nextTokens,headNum,inputLayout,innerPrecise,sparseMode  as
 *     in aclnnFlashAttentionScore
 * @param[out] dq  gradient for query; its shape and type
 * @param[out] dk  gradient for key; its shape and type
 * @param[out] dv  gradient for value; its shape and type
 * @param[out] dpse  gradient for pse; its shape and type; NULL: not computed; without pse: NULL or without
 *     elements
 * @return 161002 if an unsupported feature is requested: paddingMask, another inputLayout (sequences of
 *     several lengths, "TND", among them), sparseMode 7 or 8; an attribute is out of its range; keepProb is
 *     below 1 and dropMask is NULL; sparseMode is 1 to 6 and attenMask is NULL; sparseMode is 5 or 6 and
 *     prefix does not have a value for each batch
 */
ACLNN_API aclnnStatus aclnnFlashAttentionScoreGradGetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* dy,
    const aclTensor* pse, const aclTensor* dropMask, const aclTensor* paddingMask, const aclTensor* attenMask,
    const aclTensor* softmaxMax, const aclTensor* softmaxSum, const aclTensor* softmaxIn,
    const aclTensor* attentionIn, const aclIntArray* prefix, double scaleValue, double keepProb,
    int64_t preTokens, int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise,
    int64_t sparseMode, const aclTensor* dq, const aclTensor* dk, const aclTensor* dv, const aclTensor* dpse,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFlashAttentionScoreGrad. */
ACLNN_API aclnnStatus aclnnFlashAttentionScoreGrad(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnFlashAttentionScoreGradV2: dq, dk, dv, dpse = the derivatives of the sum of dy * attentionOutOut,
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
 * @param[in] dropMask,paddingMask,attenMask  as in aclnnFlashAttentionScore
 * @param[in] softmaxMax  softmaxMaxOut of the forward operator; FLOAT, [B, N, Sq, 8]
 * @param[in] softmaxSum  softmaxSumOut of the forward operator; FLOAT, [B, N, Sq, 8]
 * @param[in] softmaxIn  reserved, ignored; may be NULL
 * @param[in] attentionIn  attentionOutOut of the forward operator
 * @param[in] prefix  as in aclnnFlashAttentionScore
 * @param[in] qStartIdx,kvStartIdx  only for biases computed from slopes: ignored; may be NULL
 * @param[in] scaleValue,keepProb,preTokens,nextTokens,headNum,inputLayout,innerPrecise,sparseMode  as in
 *     aclnnFlashAttentionScore
 * @param[in] pseType  0: the bias is added after the scale, 1: before it
 * @param[out] dq  gradient for query; its shape and type
 * @param[out] dk  gradient for key; its shape and type
 * @param[out] dv  gradient for value; its shape and type
 * @param[out] dpse  gradient for pse; its shape and type; NULL: not computed; without pse: NULL or without
 *     elements
 * @return 161002 if an unsupported feature is requested: paddingMask, another inputLayout (sequences of
 *     several lengths, "TND", among them), sparseMode 7 or 8, pseType 2 or 3; an attribute is out of its
 *     range; keepProb is below 1 and dropMask is NULL; sparseMode is 1 to 6 and attenMask is NULL; sparseMode
 *     is 5 or 6 and prefix does not have a value for each batch
 */
ACLNN_API aclnnStatus aclnnFlashAttentionScoreGradV2GetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* dy,
    const aclTensor* pse, const aclTensor* dropMask, const aclTensor* paddingMask, const aclTensor* attenMask,
    const aclTensor* softmaxMax, const aclTensor* softmaxSum, const aclTensor* softmaxIn,
    const aclTensor* attentionIn, const aclIntArray* prefix, const aclIntArray* qStartIdx,
    const aclIntArray* kvStartIdx, double scaleValue, double keepProb, int64_t preTokens, int64_t nextTokens,
    int64_t headNum, char* inputLayout, int64_t innerPrecise, int64_t sparseMode, int64_t pseType,
    const aclTensor* dq, const aclTensor* dk, const aclTensor* dv, const aclTensor* dpse,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFlashAttentionScoreGradV2. */
ACLNN_API aclnnStatus aclnnFlashAttentionScoreGradV2(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnFlashAttentionUnpaddingScoreGrad: gradients of aclnnFlashAttentionVarLenScore.
 *
 * @param[in] query,key,value  as in aclnnFlashAttentionVarLenScore
 * @param[in] dy  gradient of attentionIn; [T, N, Dv]
 * @param[in] pse  realShift of aclnnFlashAttentionVarLenScore
 * @param[in] dropMask,paddingMask,attenMask  as in aclnnFlashAttentionVarLenScore
 * @param[in] softmaxMax,softmaxSum  softmaxMaxOut and softmaxSumOut of aclnnFlashAttentionVarLenScore
 * @param[in] softmaxIn  reserved, ignored; may be NULL
 * @param[in] attentionIn  attentionOutOut of aclnnFlashAttentionVarLenScore
 * @param[in] prefix,actualSeqQLen,actualSeqKvLen  as in aclnnFlashAttentionVarLenScore
 * @param[in] scaleValue,keepProb,preTokens,nextTokens,headNum,innerPrecise,inputLayout,sparseMode  as in
 *     aclnnFlashAttentionVarLenScore
 * @param[out] dq,dk,dv  gradients of query, key and value, of their shapes; 0 for rows after the last
 *     sequence
 * @param[out] dpse  gradient of pse, of its shape, 0 outside the scores of a sequence; NULL or [0] without
 *     pse
 * @return as aclnnFlashAttentionVarLenScore
 */
ACLNN_API aclnnStatus aclnnFlashAttentionUnpaddingScoreGradGetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* dy,
    const aclTensor* pse, const aclTensor* dropMask, const aclTensor* paddingMask, const aclTensor* attenMask,
    const aclTensor* softmaxMax, const aclTensor* softmaxSum, const aclTensor* softmaxIn,
    const aclTensor* attentionIn, const aclIntArray* prefix, const aclIntArray* actualSeqQLen,
    const aclIntArray* actualSeqKvLen, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise, int64_t sparseMode,
    const aclTensor* dq, const aclTensor* dk, const aclTensor* dv, const aclTensor* dpse,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFlashAttentionUnpaddingScoreGrad. */
ACLNN_API aclnnStatus aclnnFlashAttentionUnpaddingScoreGrad(void* workspace, uint64_t workspaceSize,
                                                            aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnFlashAttentionUnpaddingScoreGradV2: gradients of aclnnFlashAttentionVarLenScoreV2.
 *
 * @param[in] query,key,value,dy,pse,dropMask,paddingMask,attenMask  as in
 *     aclnnFlashAttentionUnpaddingScoreGrad
 * @param[in] softmaxMax,softmaxSum,softmaxIn,attentionIn,prefix,actualSeqQLen,actualSeqKvLen  as in
 *     aclnnFlashAttentionUnpaddingScoreGrad
 * @param[in] qStartIdx,kvStartIdx  ignored; may be NULL
 * @param[in] scaleValue,keepProb,preTokens,nextTokens,headNum,innerPrecise,inputLayout,sparseMode  as in
 *     aclnnFlashAttentionUnpaddingScoreGrad
 * @param[in] pseType  as in aclnnFlashAttentionVarLenScoreV2
 * @param[out] dq,dk,dv,dpse  as in aclnnFlashAttentionUnpaddingScoreGrad
 * @return as aclnnFlashAttentionVarLenScoreV2
 */
ACLNN_API aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV2GetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* dy,
    const aclTensor* pse, const aclTensor* dropMask, const aclTensor* paddingMask, const aclTensor* attenMask,
    const aclTensor* softmaxMax, const aclTensor* softmaxSum, const aclTensor* softmaxIn,
    const aclTensor* attentionIn, const aclIntArray* prefix, const aclIntArray* actualSeqQLen,
    const aclIntArray* actualSeqKvLen, const aclIntArray* qStartIdx, const aclIntArray* kvStartIdx,
    double scaleValue, double keepProb, int64_t preTokens, int64_t nextTokens, int64_t headNum,
    char* inputLayout, int64_t innerPrecise, int64_t sparseMode, int64_t pseType, const aclTensor* dq,
    const aclTensor* dk, const aclTensor* dv, const aclTensor* dpse, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnFlashAttentionUnpaddingScoreGradV2. */
ACLNN_API aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV2(void* workspace, uint64_t workspaceSize,
                                                              aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnFlashAttentionUnpaddingScoreGradV3: gradients of aclnnFlashAttentionVarLenScoreV3.
 *
 * @param[in] query,key,value,dy,pse,dropMask,paddingMask,attenMask  as in
 *     aclnnFlashAttentionUnpaddingScoreGradV2
 * @param[in] queryRope,keyRope  as in aclnnFlashAttentionVarLenScoreV3
 * @param[in] softmaxMax,softmaxSum,softmaxIn,attentionIn,prefix,actualSeqQLen,actualSeqKvLen  as in
 *     aclnnFlashAttentionUnpaddingScoreGradV2
 * @param[in] qStartIdx,kvStartIdx  ignored; may be NULL
 * @param[in] scaleValue,keepProb,preTokens,nextTokens,headNum,innerPrecise,inputLayout,sparseMode,pseType  as
 *     in aclnnFlashAttentionUnpaddingScoreGradV2
 * @param[out] dq,dk,dv,dpse  as in aclnnFlashAttentionUnpaddingScoreGradV2
 * @param[out] dqRope,dkRope  gradients for queryRope and keyRope; the shapes of these, or, without them, NULL
 *     or an empty tensor
 * @return as aclnnFlashAttentionVarLenScoreV3
 */
ACLNN_API aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV3GetWorkspaceSize(
    const aclTensor* query, const aclTensor* queryRope, const aclTensor* key, const aclTensor* keyRope,
    const aclTensor* value, const aclTensor* dy, const aclTensor* pse, const aclTensor* dropMask,
    const aclTensor* paddingMask, const aclTensor* attenMask, const aclTensor* softmaxMax,
    const aclTensor* softmaxSum, const aclTensor* softmaxIn, const aclTensor* attentionIn,
    const aclIntArray* prefix, const aclIntArray* actualSeqQLen, const aclIntArray* actualSeqKvLen,
    const aclIntArray* qStartIdx, const aclIntArray* kvStartIdx, double scaleValue, double keepProb,
    int64_t preTokens, int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise,
    int64_t sparseMode, int64_t pseType, const aclTensor* dq, const aclTensor* dqRope, const aclTensor* dk,
    const aclTensor* dkRope, const aclTensor* dv, const aclTensor* dpse, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnFlashAttentionUnpaddingScoreGradV3. */
ACLNN_API aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV3(void* workspace, uint64_t workspaceSize,
                                                              aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnFlashAttentionUnpaddingScoreGradV4: gradients of aclnnFlashAttentionVarLenScoreV4.
 *
 * @param[in] query,key,value,dy,pse,dropMask,paddingMask,attenMask  as in
 *     aclnnFlashAttentionUnpaddingScoreGrad
 * @param[in] softmaxMax,softmaxSum,softmaxIn,attentionIn,prefix,actualSeqQLen,actualSeqKvLen  as in
 *     aclnnFlashAttentionUnpaddingScoreGrad
 * @param[in] scaleValue,keepProb,preTokens,nextTokens,headNum,innerPrecise,inputLayout,sparseMode  as in
 *     aclnnFlashAttentionUnpaddingScoreGrad
 * @param[out] dq,dk,dv,dpse  as in aclnnFlashAttentionUnpaddingScoreGrad
 * @param[in] softmaxInLayout  softmaxOutLayout of aclnnFlashAttentionVarLenScoreV4
 * @return as aclnnFlashAttentionVarLenScore
 */
ACLNN_API aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV4GetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* dy,
    const aclTensor* pse, const aclTensor* dropMask, const aclTensor* paddingMask, const aclTensor* attenMask,
    const aclTensor* softmaxMax, const aclTensor* softmaxSum, const aclTensor* softmaxIn,
    const aclTensor* attentionIn, const aclIntArray* prefix, const aclIntArray* actualSeqQLen,
    const aclIntArray* actualSeqKvLen, double scaleValue, double keepProb, int64_t preTokens,
    int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise, int64_t sparseMode,
    const aclTensor* dq, const aclTensor* dk, const aclTensor* dv, const aclTensor* dpse,
    char* softmaxInLayout, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFlashAttentionUnpaddingScoreGradV4. */
ACLNN_API aclnnStatus aclnnFlashAttentionUnpaddingScoreGradV4(void* workspace, uint64_t workspaceSize,
                                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_GRAD_H_ */
