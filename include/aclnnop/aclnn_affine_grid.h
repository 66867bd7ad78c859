/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAffineGrid: sampling grid of affine maps. */

#ifndef ACLNNOP_ACLNN_AFFINE_GRID_H_
#define ACLNNOP_ACLNN_AFFINE_GRID_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAffineGrid: the points to which affine maps move a regular grid, for aclnnGridSampler2D.
 *
 *     out[n, y, x, k] = theta[n, k, 0] * X + theta[n, k, 1] * Y + theta[n, k, 2]
 *     out[n, z, y, x, k] = theta[n, k, 0] * X + theta[n, k, 1] * Y + theta[n, k, 2] * Z + theta[n, k, 3]
 *
 * X goes from -1 to 1 with x: with alignCorners X = 2 * x / (W - 1) - 1, or 0 if W is 1; otherwise X = (2 * x
 * + 1) / W - 1. Y and Z are computed likewise.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Arithmetic: float64, rounded once.
 *
 * @param[in] theta  maps, [N, 2, 3], or [N, 3, 4] if size has 5 values
 * @param[in] size  N, C, H and W of the images, or N, C, D, H and W; C is not used
 * @param[in] alignCorners  -1 and 1 mean the centres of the edge pixels (true) or their outer edges (false)
 * @param[out] out  [N, H, W, 2] or [N, D, H, W, 3], type of theta
 * @return 161002 if a value of size is less than 1
 */
ACLNN_API aclnnStatus aclnnAffineGridGetWorkspaceSize(const aclTensor* theta, const aclIntArray* size,
                                                      bool alignCorners, aclTensor* out,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAffineGrid. */
ACLNN_API aclnnStatus aclnnAffineGrid(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_AFFINE_GRID_H_ */
