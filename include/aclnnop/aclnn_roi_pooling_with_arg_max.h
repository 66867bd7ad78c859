/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnRoiPoolingWithArgMax: the largest pixels of regions of images, in bins. */

#ifndef ACLNNOP_ACLNN_ROI_POOLING_WITH_ARG_MAX_H_
#define ACLNNOP_ACLNN_ROI_POOLING_WITH_ARG_MAX_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRoiPoolingWithArgMax: each region of an image is split into pooledH by pooledW bins; y has the largest
 * pixel of each bin, and argmax its number in the plane.
 * A region reaches from x1 * spatialScaleW to (x2 + 1) * spatialScaleW, and from y1 * spatialScaleH to (y2 + 1) *
 * spatialScaleH. Bins include each pixel that they touch, without those outside of the image. A bin without
 * pixels, or of a region without a positive size, has 0 and the number -1. Of equal pixels the first one counts,
 * and NaN is larger than all others.
 * Types: FLOAT, FLOAT16, BFLOAT16. Borders of bins are computed in float64.
 *
 * @param[in] x  [N, C, H, W]
 * @param[in] rois  [R, 5]: the image, then the corners x1, y1, x2, y2; type of x
 * @param[in] pooledH  rows of bins
 * @param[in] pooledW  columns of bins
 * @param[in] spatialScaleH  pixels of x for a unit of y1 and y2
 * @param[in] spatialScaleW  pixels of x for a unit of x1 and x2
 * @param[out] y  [R, C, pooledH, pooledW]; type of x
 * @param[out] argmax  [R, C, pooledH, pooledW]: row * W + column, or -1; INT32
 * @return 507035 if a region names an image that does not exist; then nothing is written
 */
ACLNN_API aclnnStatus aclnnRoiPoolingWithArgMaxGetWorkspaceSize(
    const aclTensor* x, const aclTensor* rois, int64_t pooledH, int64_t pooledW, float spatialScaleH,
    float spatialScaleW, aclTensor* y, aclTensor* argmax, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnRoiPoolingWithArgMax. */
ACLNN_API aclnnStatus aclnnRoiPoolingWithArgMax(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ROI_POOLING_WITH_ARG_MAX_H_ */
