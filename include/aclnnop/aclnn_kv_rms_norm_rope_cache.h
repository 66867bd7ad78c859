/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnKvRmsNormRopeCache: latent keys and values normalized, rotary keys rotated, both put into caches. */

#ifndef ACLNNOP_ACLNN_KV_RMS_NORM_ROPE_CACHE_H_
#define ACLNNOP_ACLNN_KV_RMS_NORM_ROPE_CACHE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnKvRmsNormRopeCache: what multi-head latent attention keeps of tokens. The first Dv elements of a token become
 * c = x / sqrt(mean of x * x + epsilon) * gamma and go to ckvCacheRef. The other Dk become
 * k = [even, odd] * cos + [-odd, even] * sin, with their even and odd elements, and go to kCacheRef.
 * The places follow from cacheModeOptional:
 * - "Norm": caches are [Bc, 1, Sc, D]; token s of batch b goes to row index[b][s] of batch b. NULL means "Norm".
 * - "PA" and "PA_BNSD": caches are [blocks, blockSize, 1, D]; a token goes to slot index[b * S + s], counted through
 *   all blocks.
 * - "PA_NZ": likewise, with a block in memory as [D / c0, blockSize, c0], c0 elements in 32 bytes. Blocks must be
 *   one piece of memory each. The label may be FRACTAL_NZ.
 * - "PA_BLK_BNSD" and "PA_BLK_NZ": index has a slot for each blockSize tokens of a sequence, which go to that slot
 *   and those after it.
 * Tokens with a negative index go to no cache. If two tokens go to one slot, the last one stays.
 * Types: FLOAT16, BFLOAT16; all tensors of one type except index, scales and offsets. A cache with a scale is
 * INT8: it has round(x * scale + offset), ties to even, saturated.
 *
 * @param[in] kv  [B, 1, S, Dv + Dk]
 * @param[in] gamma  [Dv]
 * @param[in] cos  [B, 1, S, Dk], where B and S may be 1; Dk is even, at most 1024
 * @param[in] sin  likewise
 * @param[in] index  [B, S] in mode "Norm", [B * S] or [B * ceil(S / blockSize)] in the others; INT64 or INT32
 * @param[in,out] kCacheRef  with D = Dk
 * @param[in,out] ckvCacheRef  with D = Dv, otherwise like kCacheRef
 * @param[in] kRopeScaleOptional  [Dk] or [1], FLOAT; NULL: kCacheRef has kv's type
 * @param[in] ckvScaleOptional  [Dv] or [1], FLOAT; NULL: ckvCacheRef has kv's type
 * @param[in] kRopeOffsetOptional  as the scale; NULL: 0
 * @param[in] cKvOffsetOptional  likewise
 * @param[in] epsilon  added to the mean
 * @param[in] cacheModeOptional  see above
 * @param[in] isOutputKv  whether the outputs are written
 * @param[out] kRopeOut  [B, 1, S, Dk], k before any quantization; may be NULL without isOutputKv
 * @param[out] cKvOut  [B, 1, S, Dv], c; likewise
 * @return 507035 if an index is beyond the cache
 */
ACLNN_API aclnnStatus aclnnKvRmsNormRopeCacheGetWorkspaceSize(
    const aclTensor* kv, const aclTensor* gamma, const aclTensor* cos, const aclTensor* sin,
    const aclTensor* index, aclTensor* kCacheRef, aclTensor* ckvCacheRef, const aclTensor* kRopeScaleOptional,
    const aclTensor* ckvScaleOptional, const aclTensor* kRopeOffsetOptional,
    const aclTensor* cKvOffsetOptional, double epsilon, char* cacheModeOptional, bool isOutputKv,
    aclTensor* kRopeOut, aclTensor* cKvOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnKvRmsNormRopeCache. */
ACLNN_API aclnnStatus aclnnKvRmsNormRopeCache(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_KV_RMS_NORM_ROPE_CACHE_H_ */
