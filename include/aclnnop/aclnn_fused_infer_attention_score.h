/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFusedInferAttentionScore: attention to cached keys and values, for inference. */

#ifndef ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_H_
#define ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFusedInferAttentionScore: attention of each head of each sequence to cached keys, attentionOut =
 * softmax(score) value, score = scaleValue * query key^T + pseShift. Keys that a query does not see are
 * excluded from its softmax. sparseMode, for query i and key j of a sequence of Sq queries and Skv keys:
 * - 0: what attenMask does not hide, of the keys i - preTokens <= j <= i + nextTokens; everything without it
 * - 1: what attenMask does not hide
 * - 2: j <= i
 * - 3: j <= i + Skv - Sq
 * - 4: i + Skv - Sq - preTokens <= j <= i + Skv - Sq + nextTokens
 *
 * If a batch has one query and no rotary parts, it sees every key that a mask of sparseMode 0 or 1 does not
 * hide, whatever preTokens and nextTokens are.
 *
 * A letter of inputLayout is a dimension: B sequences, S rows of each, N heads, D size of a head, H = N * D,
 * T rows of all sequences, one after the other. After an underscore there is the layout of attentionOut, if
 * it differs. Types: FLOAT, FLOAT16, BFLOAT16, the same for query, key, value and attentionOut. Key and value
 * may both be INT8: a number is then (integer + offset) * scale, in float32. Arithmetic:
 * float32, in blocks of 256 keys, whose sums are combined in order; rounded once. On a processor with other
 * instructions the last bits may differ. A query that sees no key, and rows after the length of their
 * sequence, become 0.
 * Source: Milakov and Gimelshein, "Online normalizer calculation for softmax" (2018); Dao et al.,
 * "FlashAttention" (2022); Kwon et al., "Efficient memory management for large language model serving with
 * PagedAttention" (2023).
 *
 * @param[in] query  the layout that inputLayout names, with N = numHeads
 * @param[in] key  one tensor of that layout, with Skv for S and numKeyValueHeads heads; or one for each
 *     sequence, with B = 1 and any S. With blockTable one tensor of pages: [blocks, blockSize, H], [blocks,
 *     N, blockSize, D] or [blocks, N, D / c, blockSize, c]
 * @param[in] value  likewise; its heads may have another size
 * @param[in] pseShift  added to scores; [B, N, Sq, Skv] or [1, N, Sq, Skv], FLOAT, FLOAT16 or BFLOAT16;
 *     NULL: nothing. Its last two dimensions may be larger
 * @param[in] attenMask  BOOL, INT8 or UINT8, not 0: this key is hidden from this query. sparseMode 0 (or
 *     NULL), 1: [Sq, Skv], [B, Sq, Skv] or [B, 1, Sq, Skv], with B or 1, and [B, Skv] for one query; its
 *     last two dimensions may be larger. 2, 3, 4: [2048, 2048], perhaps after dimensions of size 1, of which
 *     nothing is read
 * @param[in] actualSeqLengths  the number of queries of each sequence, or one number for all; NULL or empty:
 *     all rows. Ignored for one row. With T the last row + 1 of each sequence, which is required
 * @param[in] actualSeqLengthsKv  the number of keys, likewise. With T and no blockTable: the last row + 1 of
 *     each sequence, required. Required with blockTable
 * @param[in] deqScale1,quantScale1,deqScale2,quantScale2,quantOffset2  not supported: NULL
 * @param[in] antiquantScale  FLOAT, FLOAT16 or BFLOAT16: scales of keys, then of values, of INT8.
 *     antiquantMode 0: [2, N, D], [2, N, 1, D] or [2, H], or [2], one for all; 1: [2, B, S], one for each key
 *     of a sequence, S at least that of the longest one. NULL with other types
 * @param[in] antiquantOffset  offsets, of that shape; NULL: 0
 * @param[in] blockTable  INT32, [B, blocks of a sequence]: key t of sequence b is row t % blockSize of block
 *     blockTable[b][t / blockSize]; NULL: no pages
 * @param[in] queryPaddingSize  INT64, one element p: the rows of a sequence end p rows before the last one;
 *     NULL: they begin at the first row. Masks and pseShift count all rows
 * @param[in] kvPaddingSize  likewise for keys
 * @param[in] numHeads  heads of query, N
 * @param[in] scaleValue  scale
 * @param[in] preTokens  for sparseMode 0 with a mask and 4: see above; otherwise ignored
 * @param[in] nextTokens  likewise
 * @param[in] inputLayout  BSH, BSND, BNSD, TND, NTD, NSD, BNSD_BSND, BSH_BNSD, BSND_BNSD, BSH_NBSD,
 *     BSND_NBSD, BNSD_NBSD, NTD_TND or TND_NTD; not kept after the call
 * @param[in] numKeyValueHeads  heads of key and value, a divisor of N; 0: N. N / numKeyValueHeads
 *     neighbouring heads of query share one
 * @param[in] sparseMode  which keys a query sees
 * @param[in] innerPrecise  0 to 3: no effect
 * @param[in] blockSize  keys of a block, with blockTable
 * @param[in] antiquantMode  with antiquantScale 0 or 1: see there; otherwise ignored
 * @param[in] softmaxLseFlag  whether softmaxLse is written
 * @param[out] attentionOut  the result; as inputLayout describes, with heads of value's size
 * @param[out] softmaxLse  logarithm of the sum of exp(score) of each row, infinity if it sees no key; FLOAT,
 *     [B, N, Sq, 1] or, with T, [T, N, 1]; without softmaxLseFlag any tensor or NULL
 * @return 161002 if an argument that is not supported is not NULL; an attribute is out of its range; lengths
 *     are beyond their tensor; sparseMode 1 to 4 has no mask; keys of INT8 have no scale. 507035 if a block of
 *     a sequence is not in the cache, or padding leaves no room for a sequence
 */
ACLNN_API aclnnStatus aclnnFusedInferAttentionScoreGetWorkspaceSize(
    const aclTensor* query, const aclTensorList* key, const aclTensorList* value, const aclTensor* pseShift,
    const aclTensor* attenMask, const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
    const aclTensor* deqScale1, const aclTensor* quantScale1, const aclTensor* deqScale2,
    const aclTensor* quantScale2, const aclTensor* quantOffset2, const aclTensor* antiquantScale,
    const aclTensor* antiquantOffset, const aclTensor* blockTable, const aclTensor* queryPaddingSize,
    const aclTensor* kvPaddingSize, int64_t numHeads, double scaleValue, int64_t preTokens,
    int64_t nextTokens, char* inputLayout, int64_t numKeyValueHeads, int64_t sparseMode, int64_t innerPrecise,
    int64_t blockSize, int64_t antiquantMode, bool softmaxLseFlag, const aclTensor* attentionOut,
    const aclTensor* softmaxLse, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFusedInferAttentionScore. */
ACLNN_API aclnnStatus aclnnFusedInferAttentionScore(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FUSED_INFER_ATTENTION_SCORE_H_ */
