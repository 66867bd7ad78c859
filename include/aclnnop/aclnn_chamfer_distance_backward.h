/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnChamferDistanceBackward: gradient of the distances between points and their nearest ones. */

#ifndef ACLNNOP_ACLNN_CHAMFER_DISTANCE_BACKWARD_H_
#define ACLNNOP_ACLNN_CHAMFER_DISTANCE_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnChamferDistanceBackward: the gradients of the points of two sets from those of the squared distances
 * dist1[b, i] = |xyz1[b, i] - xyz2[b, idx1[b, i]]|^2 and dist2[b, j] = |xyz2[b, j] - xyz1[b, idx2[b, j]]|^2.
 * Types: FLOAT, FLOAT16, BFLOAT16; idx1 and idx2 INT32 or INT64. Sums are computed in float64 and rounded once.
 *
 * @param[in] xyz1  [B, N, 2]
 * @param[in] xyz2  [B, M, 2]; type of xyz1
 * @param[in] idx1  [B, N]: numbers of points of xyz2
 * @param[in] idx2  [B, M]: numbers of points of xyz1; type of idx1
 * @param[in] gradDist1  [B, N]; type of xyz1
 * @param[in] gradDist2  [B, M]; type of xyz1
 * @param[out] gradXyz1  [B, N, 2]; type of xyz1
 * @param[out] gradXyz2  [B, M, 2]; type of xyz1
 * @return 507035 if a number of a point is out of range; then nothing is written
 */
ACLNN_API aclnnStatus aclnnChamferDistanceBackwardGetWorkspaceSize(
    const aclTensor* xyz1, const aclTensor* xyz2, const aclTensor* idx1, const aclTensor* idx2,
    const aclTensor* gradDist1, const aclTensor* gradDist2, aclTensor* gradXyz1, aclTensor* gradXyz2,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnChamferDistanceBackward. */
ACLNN_API aclnnStatus aclnnChamferDistanceBackward(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CHAMFER_DISTANCE_BACKWARD_H_ */
