/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnKvRmsNormRopeCacheV2: another prototype of aclnnKvRmsNormRopeCache. */

#ifndef ACLNNOP_ACLNN_KV_RMS_NORM_ROPE_CACHE_V2_H_
#define ACLNNOP_ACLNN_KV_RMS_NORM_ROPE_CACHE_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnKvRmsNormRopeCacheV2: aclnnKvRmsNormRopeCache with an argument for values apart from kv, which must be NULL.
 *
 * @param[in] kv  [B, 1, S, Dv + Dk]
 * @param[in] gamma  [Dv]
 * @param[in] cos  [B, 1, S, Dk], where B and S may be 1
 * @param[in] sin  likewise
 * @param[in] index  where tokens go
 * @param[in,out] kCacheRef  the cache of k
 * @param[in,out] ckvCacheRef  the cache of c
 * @param[in] kRopeScaleOptional  [Dk] or [1], FLOAT, for an INT8 cache
 * @param[in] ckvScaleOptional  [Dv] or [1], FLOAT, for an INT8 cache
 * @param[in] kRopeOffsetOptional  as the scale; NULL: 0
 * @param[in] cKvOffsetOptional  likewise
 * @param[in] vOptional  NULL: the available documentation does not describe what becomes of values
 * @param[in] epsilon  added to the mean
 * @param[in] cacheModeOptional  as the first version has it
 * @param[in] isOutputKv  whether the outputs are written
 * @param[out] kRopeOut  [B, 1, S, Dk]; may be NULL without isOutputKv
 * @param[out] cKvOut  [B, 1, S, Dv]; likewise
 * @return 507035 if an index is beyond the cache
 */
ACLNN_API aclnnStatus aclnnKvRmsNormRopeCacheV2GetWorkspaceSize(
    const aclTensor* kv, const aclTensor* gamma, const aclTensor* cos, const aclTensor* sin,
    const aclTensor* index, aclTensor* kCacheRef, aclTensor* ckvCacheRef, const aclTensor* kRopeScaleOptional,
    const aclTensor* ckvScaleOptional, const aclTensor* kRopeOffsetOptional,
    const aclTensor* cKvOffsetOptional, const aclTensor* vOptional, double epsilon, char* cacheModeOptional,
    bool isOutputKv, aclTensor* kRopeOut, aclTensor* cKvOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnKvRmsNormRopeCacheV2. */
ACLNN_API aclnnStatus aclnnKvRmsNormRopeCacheV2(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_KV_RMS_NORM_ROPE_CACHE_V2_H_ */
