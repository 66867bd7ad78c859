/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnRopeWithSinCosCache: rotary position embedding by a cache of angles. */

#ifndef ACLNNOP_ACLNN_ROPE_WITH_SIN_COS_CACHE_H_
#define ACLNNOP_ACLNN_ROPE_WITH_SIN_COS_CACHE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRopeWithSinCosCache: the first R elements of each head rotated by the angles that the cache has for
 * the token's position; the others are copied. A pair (a, b) becomes (a * cos - b * sin, b * cos + a * sin).
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] positions  INT64 or INT32: [T], or with sections [sections, T]
 * @param[in] queryIn  [T, heads * headSize]
 * @param[in] keyIn  [T, heads * headSize], of another number of heads or the same
 * @param[in] cosSinCache  [P, R]: for each position R / 2 cosines, then their sines; R is even, at most
 *     headSize and 1024
 * @param[in] mropeSection  3 or 4 counts whose sum is R / 2: so many pairs go by each row of positions. NULL,
 *     or all 0: there is one row
 * @param[in] headSize  elements of a head: 1 or more
 * @param[in] isNeoxStyle  whether elements i and i + R / 2 make a pair; otherwise 2 * i and 2 * i + 1
 * @param[out] queryOut  shape of queryIn
 * @param[out] keyOut  shape of keyIn
 * @return 507035 for a position that is not in [0, P)
 */
ACLNN_API aclnnStatus aclnnRopeWithSinCosCacheGetWorkspaceSize(
    const aclTensor* positions, const aclTensor* queryIn, const aclTensor* keyIn,
    const aclTensor* cosSinCache, const aclIntArray* mropeSection, int64_t headSize, bool isNeoxStyle,
    aclTensor* queryOut, aclTensor* keyOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnRopeWithSinCosCache. */
ACLNN_API aclnnStatus aclnnRopeWithSinCosCache(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ROPE_WITH_SIN_COS_CACHE_H_ */
