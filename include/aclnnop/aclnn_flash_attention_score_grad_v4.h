/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnFlashAttentionScoreGradV4: gradients of attention; aclnnFlashAttentionScoreGrad with more arguments.
 */

#ifndef ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_GRAD_V4_H_
#define ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_GRAD_V4_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFlashAttentionScoreGradV4, phase one: dq, dk, dv, dpse = the derivatives of the sum of dy *
 * attentionOutOut, where attentionOutOut = (softmax(score) * kept / keepProb) value, score = scaleValue *
 * (query key^T + pse), or scaleValue * query key^T + pse with pseType 0, of each head of each batch. The
 * probabilities are made anew from softmaxMax and softmaxSum. Gradients of what several heads, batches or
 * queries share are summed up.
 *
 * sparseMode, for query i and key j:
 * - 0: what attenMask does not hide; everything without it
 * - 1: what attenMask does not hide
 * - 2: j <= i
 * - 3: j <= i + Skv - Sq
 * - 4: i + Skv - Sq - preTokens <= j <= i + Skv - Sq + nextTokens
 * - 5: what attenMask does not hide
 * - 6: j <= i + Skv - Sq, or j < prefix[batch]
 *
 * Types: FLOAT, FLOAT16, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3, 950): one
 * for query, key, value and what has their shapes.
 *
 * Arithmetic: float32, in blocks that follow from the shapes, whose sums are added up in order; rounded once.
 * The same inputs give the same bits in any layout and on any number of threads, on one kind of processor. A
 * query that sees no key has, and adds to, gradients of 0.
 *
 * Tensors may have any strides and offset; "shape" is the shape of the view. Outputs may overlap inputs; an
 * output must not overlap itself. Sizes may be 0, but for heads and their number: without queries, or keys,
 * gradients are 0.
 *
 * Phase one checks the arguments and plans; host only.
 *
 * @param[in] query  the layout that inputLayout names: "BSH" [B, Sq, N * D], "SBH" [Sq, B, N * D], "BSND" [B,
 * Sq, N, D] or "BNSD" [B, N, Sq, D], with N = headNum
 * @param[in] key  the same layout, with Skv for Sq and a number of heads that divides N: N / (heads of key)
 * neighbouring heads of query share one of key and value
 * @param[in] value  layout, length and heads of key; its heads may have another size Dv
 * @param[in] dy  gradient of attentionOutOut; its shape and the type of query
 * @param[in] pse  as realShift of the forward operator; NULL: nothing
 * @param[in] dropMask  UINT8, any shape: bit k % 8 of byte k / 8 says whether element k of [B, N, Sq, Skv] is
 * kept; may be NULL: see seed
 * @param[in] paddingMask  not supported: NULL
 * @param[in] attenMask  BOOL or UINT8, not 0: this key is hidden from this query. sparseMode 0 (or NULL), 1,
 * 5: [B, N, Sq, Skv], [B, 1, Sq, Skv], [1, 1, Sq, Skv] or [Sq, Skv]; 2, 3, 4: [2048, 2048], 6: [3072, 2048],
 * of which nothing is read
 * @param[in] softmaxMax  softmaxMaxOut of the forward operator; FLOAT, [B, N, Sq, 8]
 * @param[in] softmaxSum  softmaxSumOut of the forward operator; FLOAT, [B, N, Sq, 8]
 * @param[in] softmaxIn  reserved: not looked at; may be NULL
 * @param[in] attentionIn  attentionOutOut of the forward operator
 * @param[in] sink  not supported: NULL
 * @param[in] queryRope  not supported: NULL
 * @param[in] keyRope  not supported: NULL
 * @param[in] dScaleQ  not supported: NULL
 * @param[in] dScaleK  not supported: NULL
 * @param[in] dScaleV  not supported: NULL
 * @param[in] dScaleDy  not supported: NULL
 * @param[in] dScaleO  not supported: NULL
 * @param[in] prefix  of sparseMode 5 and 6: a number of keys, 0 or more, for each batch; else not looked at;
 * may be NULL
 * @param[in] actualSeqQLen  not supported: NULL or empty
 * @param[in] actualSeqKvLen  not supported: NULL or empty
 * @param[in] qStartIdx  of biases made from slopes alone: not looked at
 * @param[in] kvStartIdx  likewise
 * @param[in] scaleValue  scale
 * @param[in] keepProb  the part that dropout keeps, in (0, 1]
 * @param[in] preTokens  of sparseMode 4: how many keys before its own place a query sees; else not looked at
 * @param[in] nextTokens  of sparseMode 4: how many keys behind its own place a query sees; else not looked at
 * @param[in] headNum  N
 * @param[in] inputLayout  see query; not kept after the call
 * @param[in] softmaxInLayout  NULL, "" or "same_as_input": of sequences of several lengths alone
 * @param[in] innerPrecise  0 to 2: each computes as described above
 * @param[in] sparseMode  which keys a query sees: see above
 * @param[in] pseType  0: the bias is added behind the scale, 1: before it
 * @param[in] seed  of keepProb below 1 without dropMask: score k of [B, N, Sq, Skv] is kept if word k of the
 * Philox 4x32-10 sequence with this key is at least (1 - keepProb) 2^32; else not looked at
 * @param[in] offset  the upper half of the sequence's counter, as of dropout; else not looked at
 * @param[in] outDtype  0: the type of query
 * @param[out] dq  gradient for query; its shape and type
 * @param[out] dk  gradient for key; its shape and type
 * @param[out] dv  gradient for value; its shape and type
 * @param[out] dqRope  not supported: NULL, or without elements
 * @param[out] dkRope  not supported: NULL, or without elements
 * @param[out] dpse  gradient for pse; its shape and type; NULL: not computed; without pse: NULL or without
 * elements
 * @param[out] dsink  not supported: NULL, or without elements
 * @param[out] workspaceSize  bytes of device memory that phase two needs
 * @param[out] executor  the planned call; released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or query, key, value, inputLayout, dy,
 * softmaxMax, softmaxSum, attentionIn, dq, dk or dv is
 * - 161002: what is not supported: paddingMask, an argument that is marked so above, another inputLayout
 * (sequences of several lengths, "TND", among them), sparseMode 7 or 8, pseType 2 or 3
 * - 161002: an attribute out of its range; sparseMode 1 to 6 without
 * attenMask; sparseMode 5 or 6 without a prefix for each batch
 * - 161002: a type that is not admitted; shapes that do not fit together as described
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that leaves
 * its storage, an output whose elements share memory, or a private format
 * - 561101: out of host memory
 *
 * Source: the documentation of aclnnFlashAttentionScoreGradV4; PyTorch's scaled_dot_product_attention;
 * Milakov and Gimelshein, "Online normalizer calculation for softmax" (2018); Dao et al., "FlashAttention"
 * (2022).
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

/**
 * aclnnFlashAttentionScoreGradV4, phase two: enqueues the planned work on a stream of the current context and
 * returns without waiting for it. Consumes the executor unless that is repeatable.
 *
 * @param[in] workspace      device memory of workspaceSize bytes; NULL if 0
 * @param[in] workspaceSize  what phase one asked for, or more
 * @param[in] executor       from phase one
 * @param[in] stream         a stream of the current context, or NULL for its default stream
 * @return
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 * executor of another operator; a workspace that shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 * stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */
ACLNN_API aclnnStatus aclnnFlashAttentionScoreGradV4(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_GRAD_V4_H_ */
