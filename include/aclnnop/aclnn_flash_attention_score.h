/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnFlashAttentionScore, aclnnFlashAttentionScoreV2: attention in blocks; its memory grows with the
 * lengths of the sequences, not with their product.
 */

#ifndef ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_H_
#define ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFlashAttentionScore: attention of each head of each batch, attentionOutOut = (softmax(score) * kept /
 * keepProb) value, score = scaleValue * (query key^T + realShift). Keys that a query does not see are
 * excluded from its softmax. sparseMode, for query i and key j:
 * - 0: what attenMask does not hide; everything without it
 * - 1: what attenMask does not hide
 * - 2: j <= i
 * - 3: j <= i + Skv - Sq
 * - 4: i + Skv - Sq - preTokens <= j <= i + Skv - Sq + nextTokens
 * - 5: what attenMask does not hide
 * - 6: j <= i + Skv - Sq, or j < prefix[batch]
 * Types: FLOAT, FLOAT16, BFLOAT16: the same for query, key, value and all tensors of their shapes.
 * Arithmetic: float32, in blocks of 256 keys, whose sums are combined in order; rounded once. On a processor
 * with other instructions the last bits may differ. A query that sees no key gets 0. Sizes may be 0, except
 * the size and number of heads: without keys the result is 0.
 * Source: PyTorch's scaled_dot_product_attention; Milakov and Gimelshein, "Online normalizer calculation for
 * softmax" (2018); Dao et al., "FlashAttention" (2022).
 *
 * @param[in] query  the layout that inputLayout names: "BSH" [B, Sq, N * D], "SBH" [Sq, B, N * D], "BSND" [B,
 *     Sq, N, D] or "BNSD" [B, N, Sq, D], with N = headNum
 * @param[in] key  the same layout, with Skv for Sq and a number of heads that divides N: N / (heads of key)
 *     neighbouring heads of query share one of key and value
 * @param[in] value  layout, length and heads of key; its heads may have another size Dv
 * @param[in] realShift  added to the products; [B, N, Sq, Skv], [B, N, 1, Skv] or [1, N, Sq, Skv], FLOAT,
 *     FLOAT16 or BFLOAT16; NULL: nothing
 * @param[in] dropMask  UINT8, any shape: bit k % 8 of byte k / 8 is 1 if element k of [B, N, Sq, Skv] is
 *     kept; may be NULL if keepProb is 1
 * @param[in] paddingMask  not supported: NULL
 * @param[in] attenMask  BOOL or UINT8, not 0: this key is hidden from this query. sparseMode 0 (or NULL), 1,
 *     5: [B, N, Sq, Skv], [B, 1, Sq, Skv], [1, 1, Sq, Skv] or [Sq, Skv]; 2, 3, 4: [2048, 2048], 6: [3072,
 *     2048], of which nothing is read
 * @param[in] prefix  for sparseMode 5 and 6: a number of keys, 0 or more, for each batch; otherwise ignored;
 *     may be NULL
 * @param[in] scaleValue  scale
 * @param[in] keepProb  the fraction that dropout keeps, in (0, 1]
 * @param[in] preTokens  for sparseMode 4: the number of keys that a query sees before its own position;
 *     otherwise ignored
 * @param[in] nextTokens  for sparseMode 4: the number of keys that a query sees after its own position;
 *     otherwise ignored
 * @param[in] headNum  N
 * @param[in] inputLayout  see query; not kept after the call
 * @param[in] innerPrecise  0 to 2: no effect
 * @param[in] sparseMode  which keys a query sees (see aclnnFlashAttentionScore)
 * @param[out] softmaxMaxOut  largest score of each row, 8 times; FLOAT, [B, N, Sq, 8]; -FLT_MAX if a query
 *     sees no key
 * @param[out] softmaxSumOut  sum of exp(score - largest) of each row, 8 times; FLOAT, [B, N, Sq, 8]; 1 if a
 *     query sees no key
 * @param[out] softmaxOutOut  reserved, ignored; may be NULL
 * @param[out] attentionOutOut  the result; layout and type of query, with heads of size Dv
 * @return 161002 if an unsupported feature is requested: paddingMask, another inputLayout (sequences of
 *     several lengths, "TND", among them), sparseMode 7 or 8; an attribute is out of its range; keepProb is
 *     below 1 and dropMask is NULL; sparseMode is 1 to 6 and attenMask is NULL; sparseMode is 5 or 6 and
 *     prefix does not have a value for each batch
 */
ACLNN_API aclnnStatus aclnnFlashAttentionScoreGetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* realShift,
    const aclTensor* dropMask, const aclTensor* paddingMask, const aclTensor* attenMask,
    const aclIntArray* prefix, double scaleValue, double keepProb, int64_t preTokens, int64_t nextTokens,
    int64_t headNum, char* inputLayout, int64_t innerPrecise, int64_t sparseMode,
    const aclTensor* softmaxMaxOut, const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut,
    const aclTensor* attentionOutOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFlashAttentionScore. */
ACLNN_API aclnnStatus aclnnFlashAttentionScore(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnFlashAttentionScoreV2: attention of each head of each batch, attentionOutOut = (softmax(score) * kept
 * / keepProb) value, score = scaleValue * (query key^T + realShift), or scaleValue * query key^T + realShift
 * with pseType 0. Keys that a query does not see are excluded from its softmax.
 * Types: FLOAT, FLOAT16, BFLOAT16: the same for query, key, value and all tensors of their shapes.
 * Arithmetic: float32, in blocks of 256 keys, whose sums are combined in order; rounded once. On a processor
 * with other instructions the last bits may differ. A query that sees no key gets 0. Sizes may be 0, except
 * the size and number of heads: without keys the result is 0.
 * Source: PyTorch's scaled_dot_product_attention; Milakov and Gimelshein, "Online normalizer calculation for
 * softmax" (2018); Dao et al., "FlashAttention" (2022).
 *
 * @param[in] query,key,value,realShift,dropMask,paddingMask,attenMask,prefix  as in aclnnFlashAttentionScore
 * @param[in] qStartIdx,kvStartIdx  only for biases computed from slopes: ignored; may be NULL
 * @param[in] scaleValue,keepProb,preTokens,nextTokens,headNum,inputLayout,innerPrecise,sparseMode  as in
 *     aclnnFlashAttentionScore
 * @param[in] pseType  0: the bias is added after the scale, 1: before it
 * @param[out] softmaxMaxOut,softmaxSumOut,softmaxOutOut,attentionOutOut  as in aclnnFlashAttentionScore
 * @return 161002 if an unsupported feature is requested: paddingMask, another inputLayout (sequences of
 *     several lengths, "TND", among them), sparseMode 7 or 8, pseType 2 or 3; an attribute is out of its
 *     range; keepProb is below 1 and dropMask is NULL; sparseMode is 1 to 6 and attenMask is NULL; sparseMode
 *     is 5 or 6 and prefix does not have a value for each batch
 */
ACLNN_API aclnnStatus aclnnFlashAttentionScoreV2GetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* realShift,
    const aclTensor* dropMask, const aclTensor* paddingMask, const aclTensor* attenMask,
    const aclIntArray* prefix, const aclIntArray* qStartIdx, const aclIntArray* kvStartIdx, double scaleValue,
    double keepProb, int64_t preTokens, int64_t nextTokens, int64_t headNum, char* inputLayout,
    int64_t innerPrecise, int64_t sparseMode, int64_t pseType, const aclTensor* softmaxMaxOut,
    const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut, const aclTensor* attentionOutOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFlashAttentionScoreV2. */
ACLNN_API aclnnStatus aclnnFlashAttentionScoreV2(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnFlashAttentionVarLenScore: aclnnFlashAttentionScore of sequences whose rows follow each other in one
 * tensor. Each sequence sees its own keys only. T is the number of rows of all sequences, and B the number
 * of sequences. Rows after the last sequence become 0.
 *
 * @param[in] query  [T, N, D] with N = headNum
 * @param[in] key  [Tkv, heads, D], with a number of heads that divides N
 * @param[in] value  [Tkv, heads, Dv]
 * @param[in] realShift  as in aclnnFlashAttentionScore; [B, N, Sq, Skv] with at least the rows and keys of
 *     the longest sequence; NULL: nothing
 * @param[in] dropMask  as in aclnnFlashAttentionScore, with the scores [N, Sq, Skv] of one sequence after
 *     the other
 * @param[in] paddingMask  not supported: NULL
 * @param[in] attenMask  as in aclnnFlashAttentionScore, with at least the rows and keys of the longest
 *     sequence
 * @param[in] prefix  as in aclnnFlashAttentionScore, for each sequence
 * @param[in] actualSeqQLen  the last row + 1 of each sequence; trailing zeros are sequences without rows
 * @param[in] actualSeqKvLen  likewise for keys
 * @param[in] scaleValue,keepProb,preTokens,nextTokens,headNum,innerPrecise  as in aclnnFlashAttentionScore
 * @param[in] inputLayout  TND; not kept after the call
 * @param[in] sparseMode  0 to 4 or 6, as in aclnnFlashAttentionScore, with the lengths of each sequence
 * @param[out] softmaxMaxOut  as in aclnnFlashAttentionScore; FLOAT, [T, N, 8], contiguous, with the elements
 *     of [N, T, 8] in their order; or [N, T, 8]
 * @param[out] softmaxSumOut  likewise
 * @param[out] softmaxOutOut  reserved, ignored; may be NULL
 * @param[out] attentionOutOut  [T, N, Dv]
 * @return as aclnnFlashAttentionScore; also 161002 if lengths decrease, or are beyond their tensor
 */
ACLNN_API aclnnStatus aclnnFlashAttentionVarLenScoreGetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* realShift,
    const aclTensor* dropMask, const aclTensor* paddingMask, const aclTensor* attenMask,
    const aclIntArray* prefix, const aclIntArray* actualSeqQLen, const aclIntArray* actualSeqKvLen,
    double scaleValue, double keepProb, int64_t preTokens, int64_t nextTokens, int64_t headNum,
    char* inputLayout, int64_t innerPrecise, int64_t sparseMode, const aclTensor* softmaxMaxOut,
    const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut, const aclTensor* attentionOutOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFlashAttentionVarLenScore. */
ACLNN_API aclnnStatus aclnnFlashAttentionVarLenScore(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnFlashAttentionVarLenScoreV2: aclnnFlashAttentionVarLenScore, with a choice of where realShift is
 * added.
 *
 * @param[in] query,key,value,realShift,dropMask,paddingMask,attenMask,prefix  as in
 *     aclnnFlashAttentionVarLenScore
 * @param[in] actualSeqQLen,actualSeqKvLen  as in aclnnFlashAttentionVarLenScore
 * @param[in] qStartIdx,kvStartIdx  only for biases computed from slopes: ignored; may be NULL
 * @param[in] scaleValue,keepProb,preTokens,nextTokens,headNum,innerPrecise,inputLayout,sparseMode  as in
 *     aclnnFlashAttentionVarLenScore
 * @param[in] pseType  0: the bias is added after the scale, 1: before it
 * @param[out] softmaxMaxOut,softmaxSumOut,softmaxOutOut,attentionOutOut  as in
 *     aclnnFlashAttentionVarLenScore
 * @return as aclnnFlashAttentionVarLenScore; also 161002 if pseType is 2 or 3
 */
ACLNN_API aclnnStatus aclnnFlashAttentionVarLenScoreV2GetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* realShift,
    const aclTensor* dropMask, const aclTensor* paddingMask, const aclTensor* attenMask,
    const aclIntArray* prefix, const aclIntArray* actualSeqQLen, const aclIntArray* actualSeqKvLen,
    const aclIntArray* qStartIdx, const aclIntArray* kvStartIdx, double scaleValue, double keepProb,
    int64_t preTokens, int64_t nextTokens, int64_t headNum, char* inputLayout, int64_t innerPrecise,
    int64_t sparseMode, int64_t pseType, const aclTensor* softmaxMaxOut, const aclTensor* softmaxSumOut,
    const aclTensor* softmaxOutOut, const aclTensor* attentionOutOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnFlashAttentionVarLenScoreV2. */
ACLNN_API aclnnStatus aclnnFlashAttentionVarLenScoreV2(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnFlashAttentionVarLenScoreV3: aclnnFlashAttentionVarLenScoreV2, with rotary parts of query and key:
 * their products queryRope keyRope^T are added to query key^T.
 *
 * @param[in] query,key,value,realShift,dropMask,paddingMask,attenMask,prefix  as in
 *     aclnnFlashAttentionVarLenScoreV2
 * @param[in] queryRope  [T, N, Dr], the type of query; NULL: no rotary parts
 * @param[in] keyRope  [Tkv, heads, Dr], with the heads of key; NULL without queryRope
 * @param[in] actualSeqQLen,actualSeqKvLen,qStartIdx,kvStartIdx  as in aclnnFlashAttentionVarLenScoreV2
 * @param[in] scaleValue,keepProb,preTokens,nextTokens,headNum,innerPrecise,inputLayout,sparseMode,pseType  as
 *     in aclnnFlashAttentionVarLenScoreV2
 * @param[out] softmaxMaxOut,softmaxSumOut,softmaxOutOut,attentionOutOut  as in
 *     aclnnFlashAttentionVarLenScoreV2
 * @return as aclnnFlashAttentionVarLenScoreV2; also 161002 if one rotary part is NULL and the other is not
 */
ACLNN_API aclnnStatus aclnnFlashAttentionVarLenScoreV3GetWorkspaceSize(
    const aclTensor* query, const aclTensor* queryRope, const aclTensor* key, const aclTensor* keyRope,
    const aclTensor* value, const aclTensor* realShift, const aclTensor* dropMask,
    const aclTensor* paddingMask, const aclTensor* attenMask, const aclIntArray* prefix,
    const aclIntArray* actualSeqQLen, const aclIntArray* actualSeqKvLen, const aclIntArray* qStartIdx,
    const aclIntArray* kvStartIdx, double scaleValue, double keepProb, int64_t preTokens, int64_t nextTokens,
    int64_t headNum, char* inputLayout, int64_t innerPrecise, int64_t sparseMode, int64_t pseType,
    const aclTensor* softmaxMaxOut, const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut,
    const aclTensor* attentionOutOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFlashAttentionVarLenScoreV3. */
ACLNN_API aclnnStatus aclnnFlashAttentionVarLenScoreV3(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnFlashAttentionVarLenScoreV4: aclnnFlashAttentionVarLenScore, with a choice of how softmaxMaxOut and
 * softmaxSumOut are stored.
 *
 * @param[in] query,key,value,realShift,dropMask,paddingMask,attenMask,prefix  as in
 *     aclnnFlashAttentionVarLenScore
 * @param[in] actualSeqQLen,actualSeqKvLen  as in aclnnFlashAttentionVarLenScore
 * @param[in] scaleValue,keepProb,preTokens,nextTokens,headNum,innerPrecise,inputLayout,sparseMode  as in
 *     aclnnFlashAttentionVarLenScore
 * @param[in] softmaxOutLayout  NULL or "": as in aclnnFlashAttentionVarLenScore; same_as_input: [T, N, 8] in
 *     its order
 * @param[out] softmaxMaxOut,softmaxSumOut,softmaxOutOut,attentionOutOut  as in
 *     aclnnFlashAttentionVarLenScore
 * @return as aclnnFlashAttentionVarLenScore
 */
ACLNN_API aclnnStatus aclnnFlashAttentionVarLenScoreV4GetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* realShift,
    const aclTensor* dropMask, const aclTensor* paddingMask, const aclTensor* attenMask,
    const aclIntArray* prefix, const aclIntArray* actualSeqQLen, const aclIntArray* actualSeqKvLen,
    double scaleValue, double keepProb, int64_t preTokens, int64_t nextTokens, int64_t headNum,
    char* inputLayout, int64_t innerPrecise, int64_t sparseMode, char* softmaxOutLayout,
    const aclTensor* softmaxMaxOut, const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut,
    const aclTensor* attentionOutOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFlashAttentionVarLenScoreV4. */
ACLNN_API aclnnStatus aclnnFlashAttentionVarLenScoreV4(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_H_ */
