/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnScatterPaKvCache: keys and values of tokens put into a paged cache. */

#ifndef ACLNNOP_ACLNN_SCATTER_PA_KV_CACHE_H_
#define ACLNNOP_ACLNN_SCATTER_PA_KV_CACHE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnScatterPaKvCache: token i goes to slot slotMapping[i], which is row slot % blockSize of block
 * slot / blockSize. Tokens with a negative slot are left out. Of several tokens with one slot the last one
 * counts.
 * Types: FLOAT, FLOAT16, BFLOAT16, INT8, INT16, INT32, UINT8, UINT16, UINT32; caches and tokens of one type.
 *
 * @param[in] key  [T, heads, D]
 * @param[in,out] keyCacheRef  in mode "Norm" [blocks, blockSize, heads, D]; in "PA_NZ" [blocks, heads * D /
 *     c0, blockSize, c0] with c0 elements in 32 bytes, which may have the label FRACTAL_NZ
 * @param[in] slotMapping  [T], INT32 or INT64
 * @param[in] value  [T, heads, Dv]; NULL, or without elements: only keys
 * @param[in,out] valueCacheRef  as keyCacheRef; may be NULL without values
 * @param[in] compressLensOptional  NULL: compression is not supported
 * @param[in] compressSeqOffsetOptional  NULL
 * @param[in] seqLensOptional  NULL
 * @param[in] cacheModeOptional  "Norm" or "PA_NZ"; NULL is "Norm"
 * @param[in] scatterModeOptional  "None"; NULL and "" mean the same
 * @param[in] stridesOptional  not used in this mode
 * @param[in] offsetsOptional  not used in this mode
 * @return 507035 if a slot is beyond the cache
 */
ACLNN_API aclnnStatus aclnnScatterPaKvCacheGetWorkspaceSize(
    const aclTensor* key, aclTensor* keyCacheRef, const aclTensor* slotMapping, const aclTensor* value,
    aclTensor* valueCacheRef, const aclTensor* compressLensOptional,
    const aclTensor* compressSeqOffsetOptional, const aclTensor* seqLensOptional, char* cacheModeOptional,
    char* scatterModeOptional, const aclIntArray* stridesOptional, const aclIntArray* offsetsOptional,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnScatterPaKvCache. */
ACLNN_API aclnnStatus aclnnScatterPaKvCache(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SCATTER_PA_KV_CACHE_H_ */
