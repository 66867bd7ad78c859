/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAvgPool3d: average pooling of volumes. */

#ifndef ACLNNOP_ACLNN_AVGPOOL3D_H_
#define ACLNNOP_ACLNN_AVGPOOL3D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAvgPool3d: average pooling of volumes.
 *
 *     out[n, c, d, i, j] = (sum of self[n, c, z, y, x] over the window d, i, j) / divisor
 *
 * Windows, their number and the divisor are those of aclnnAvgPool2d, along three dims. Arithmetic: sums along
 * the depth, then along the height, then along the width, up to 16 terms at a time.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] self  [N, C, D, H, W] or [C, D, H, W]
 * @param[in] kernelSize  sizes of a window: one value for all dims, or one each for depth, height and width,
 *     from 1 to 2^30
 * @param[in] stride  distance between windows, one or three values; empty or 0: kernelSize
 * @param[in] padding  positions of padding around the input, one or three values, from 0 to half of
 *     kernelSize
 * @param[in] ceilMode  whether the number of windows is rounded up, so that the last one may extend beyond
 *     the padding
 * @param[in] countIncludePad  whether positions of the padding count in the divisor
 * @param[in] divisorOverride  the divisor of all windows; 0: see countIncludePad
 * @param[out] out  [N, C, Do, Ho, Wo] or [C, Do, Ho, Wo], type of self
 * @return 161002 if a volume has no elements or is smaller than a window; D, H or W is 2^24 or more; the
 *     windows along an axis have more than 2^26 positions in total
 */
ACLNN_API aclnnStatus aclnnAvgPool3dGetWorkspaceSize(const aclTensor* self, const aclIntArray* kernelSize,
                                                     const aclIntArray* stride, const aclIntArray* padding,
                                                     bool ceilMode, bool countIncludePad,
                                                     int64_t divisorOverride, aclTensor* out,
                                                     uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAvgPool3d. */
ACLNN_API aclnnStatus aclnnAvgPool3d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_AVGPOOL3D_H_ */
