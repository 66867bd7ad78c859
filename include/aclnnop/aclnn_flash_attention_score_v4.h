/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnFlashAttentionScoreV4: attention; aclnnFlashAttentionScore with more arguments.
 */

#ifndef ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_V4_H_
#define ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_V4_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFlashAttentionScoreV4, phase one: attention of each head of each batch, attentionOutOut =
 * (softmax(score) * kept / keepProb) value, score = scaleValue * (query key^T + realShift), or scaleValue *
 * query key^T + realShift with pseType 0; keys that a query does not see are left out of its softmax.
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
 * Arithmetic: float32, in blocks of 256 keys, whose sums are combined in order; rounded once. The same inputs
 * give the same bits in any layout and on any number of threads, on one kind of processor. A query that sees
 * no key gets 0.
 *
 * Tensors may have any strides and offset; "shape" is the shape of the view. Outputs may overlap inputs; an
 * output must not overlap itself. Sizes may be 0, but for heads and their number: without keys the result is
 * 0.
 *
 * Phase one checks the arguments and plans; host only.
 *
 * @param[in] query  the layout that inputLayout names: "BSH" [B, Sq, N * D], "SBH" [Sq, B, N * D], "BSND" [B,
 * Sq, N, D] or "BNSD" [B, N, Sq, D], with N = headNum
 * @param[in] key  the same layout, with Skv for Sq and a number of heads that divides N: N / (heads of key)
 * neighbouring heads of query share one of key and value
 * @param[in] value  layout, length and heads of key; its heads may have another size Dv
 * @param[in] realShift  added to the products; [B, N, Sq, Skv], [B, N, 1, Skv] or [1, N, Sq, Skv], FLOAT,
 * FLOAT16 or BFLOAT16; NULL: nothing
 * @param[in] dropMask  UINT8, any shape: bit k % 8 of byte k / 8 says whether element k of [B, N, Sq, Skv] is
 * kept; may be NULL: see seed
 * @param[in] paddingMask  not supported: NULL
 * @param[in] attenMask  BOOL or UINT8, not 0: this key is hidden from this query. sparseMode 0 (or NULL), 1,
 * 5: [B, N, Sq, Skv], [B, 1, Sq, Skv], [1, 1, Sq, Skv] or [Sq, Skv]; 2, 3, 4: [2048, 2048], 6: [3072, 2048],
 * of which nothing is read
 * @param[in] queryRope  not supported: NULL
 * @param[in] keyRope  not supported: NULL
 * @param[in] dScaleQ  not supported: NULL
 * @param[in] dScaleK  not supported: NULL
 * @param[in] dScaleV  not supported: NULL
 * @param[in] sink  not supported: NULL
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
 * @param[in] innerPrecise  0 to 2: each computes as described above
 * @param[in] sparseMode  which keys a query sees: see above
 * @param[in] outDtype  0: the type of query
 * @param[in] pseType  0: the bias is added behind the scale, 1: before it
 * @param[in] softmaxOutLayout  NULL, "" or "same_as_input": of sequences of several lengths alone
 * @param[in] seed  of keepProb below 1 without dropMask: score k of [B, N, Sq, Skv] is kept if word k of the
 * Philox 4x32-10 sequence with this key is at least (1 - keepProb) 2^32; else not looked at
 * @param[in] offset  the upper half of the sequence's counter, as of dropout; else not looked at
 * @param[out] softmaxMaxOut  largest score of each row, 8 times; FLOAT, [B, N, Sq, 8]; -FLT_MAX where a query
 * sees no key
 * @param[out] softmaxSumOut  sum of exp(score - largest) of each row, 8 times; FLOAT, [B, N, Sq, 8]; 1 where
 * a query sees no key
 * @param[out] softmaxOutOut  reserved: neither looked at nor written; may be NULL
 * @param[out] attentionOutOut  the result; layout and type of query, with heads of size Dv
 * @param[out] workspaceSize  bytes of device memory that phase two needs
 * @param[out] executor  the planned call; released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or query, key, value, inputLayout,
 * softmaxMaxOut, softmaxSumOut or attentionOutOut is
 * - 161002: what is not supported: paddingMask, an argument that is marked so above, another inputLayout
 * (sequences of several lengths, "TND", among them), sparseMode 7 or 8, pseType 2 or 3
 * - 161002: an attribute out of its range; sparseMode 1 to 6 without
 * attenMask; sparseMode 5 or 6 without a prefix for each batch
 * - 161002: a type that is not admitted; shapes that do not fit together as described
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that leaves
 * its storage, an output whose elements share memory, or a private format
 * - 561101: out of host memory
 *
 * Source: the documentation of aclnnFlashAttentionScoreV4; PyTorch's scaled_dot_product_attention; Milakov
 * and Gimelshein, "Online normalizer calculation for softmax" (2018); Dao et al., "FlashAttention" (2022).
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

/**
 * aclnnFlashAttentionScoreV4, phase two: enqueues the planned work on a stream of the current context and
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
ACLNN_API aclnnStatus aclnnFlashAttentionScoreV4(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_FLASH_ATTENTION_SCORE_V4_H_ */
