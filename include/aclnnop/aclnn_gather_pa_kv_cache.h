/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGatherPaKvCache: keys and values of sequences taken out of a paged cache. */

#ifndef ACLNNOP_ACLNN_GATHER_PA_KV_CACHE_H_
#define ACLNNOP_ACLNN_GATHER_PA_KV_CACHE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGatherPaKvCache: the tokens of all sequences, one sequence after the other. Token t of sequence b is
 * row t % blockSize of block blockTables[b][seqOffset[b] / blockSize + t / blockSize]. Tokens of the results
 * after the last sequence are not written.
 * Types: FLOAT, FLOAT16, BFLOAT16, INT8, INT16, INT32, UINT8, UINT16, UINT32; caches and tokens of one type.
 *
 * @param[in] keyCache  in mode "Norm" [blocks, blockSize, heads, D]; in "PA_NZ" [blocks, heads * D / c0,
 *     blockSize, c0] with c0 elements in 32 bytes, which may have the label FRACTAL_NZ
 * @param[in] valueCache  likewise, with as many tokens in a block; heads and D may be others
 * @param[in] blockTables  [B, most blocks], INT32 or INT64
 * @param[in] seqLens  [B] lengths, or [B + 1] sums that begin with 0; INT32 or INT64
 * @param[in,out] keyRef  [T, heads, D], or in "PA_NZ" also [T, heads * D]
 * @param[in,out] valueRef  likewise
 * @param[in] seqOffsetOptional  [B] tokens that are skipped, whole blocks of them; NULL: none
 * @param[in] cacheMode  "Norm" or "PA_NZ"; NULL is "Norm"
 * @param[in] isSeqLensCumsum  whether seqLens are sums
 * @return 507035 if a length is negative, a sequence has more tokens than keyRef or its blocks have, or a
 *     block is not in the caches
 */
ACLNN_API aclnnStatus aclnnGatherPaKvCacheGetWorkspaceSize(
    const aclTensor* keyCache, const aclTensor* valueCache, const aclTensor* blockTables,
    const aclTensor* seqLens, aclTensor* keyRef, aclTensor* valueRef, const aclTensor* seqOffsetOptional,
    char* cacheMode, bool isSeqLensCumsum, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGatherPaKvCache. */
ACLNN_API aclnnStatus aclnnGatherPaKvCache(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GATHER_PA_KV_CACHE_H_ */
