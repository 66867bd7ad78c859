/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnInterleaveRope: rotary position embedding of pairs of neighbours. */

#ifndef ACLNNOP_ACLNN_INTERLEAVE_ROPE_H_
#define ACLNNOP_ACLNN_INTERLEAVE_ROPE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnInterleaveRope: mode 3 of aclnnRotaryPositionEmbedding.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] x  3 or 4 dimensions; the last one is even and at most 1024
 * @param[in] cos  cosines; as many dimensions as x, each as in x or 1, the last one as in x
 * @param[in] sin  sines; shape of cos
 * @param[out] out  shape of x
 */
ACLNN_API aclnnStatus aclnnInterleaveRopeGetWorkspaceSize(const aclTensor* x, const aclTensor* cos,
                                                          const aclTensor* sin, aclTensor* out,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInterleaveRope. */
ACLNN_API aclnnStatus aclnnInterleaveRope(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_INTERLEAVE_ROPE_H_ */
