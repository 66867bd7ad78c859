/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnRoiAlignV2: regions of images, resampled to bins of one size. */

#ifndef ACLNNOP_ACLNN_ROI_ALIGN_V2_H_
#define ACLNNOP_ACLNN_ROI_ALIGN_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRoiAlignV2: cuts each region into pooledHeight x pooledWidth bins. A bin is the mean of samples on a
 * regular grid within it, which are interpolated between the four pixels around them. A sample that is more
 * than one pixel outside of the image is 0.
 * Types: FLOAT, FLOAT16. Sample positions and sums are computed in float64 and rounded once. A pixel without a
 * weight has no part in a sample, even if it is NaN or infinite.
 * Source: torchvision's roi_align.
 *
 * @param[in] self  [N, C, H, W]
 * @param[in] boxes  [K, 5]: image, and corners x1, y1, x2, y2; type of self. An image outside of [0, N) is an
 * error in phase two
 * @param[in] pooledHeight  at least 1
 * @param[in] pooledWidth  at least 1
 * @param[in] spatialScale  positive factor from the coordinates of boxes to pixels
 * @param[in] samplingRatio  samples of a bin along each dimension, at most 1024; 0 or less: the size of a bin in
 * pixels, rounded up
 * @param[in] aligned  true: regions are moved by half a pixel and keep their size; false: regions are at least
 * one pixel wide and high
 * @param[out] out  [K, C, pooledHeight, pooledWidth], type of self
 */
ACLNN_API aclnnStatus aclnnRoiAlignV2GetWorkspaceSize(const aclTensor* self, const aclTensor* boxes,
                                                      int64_t pooledHeight, int64_t pooledWidth,
                                                      float spatialScale, int64_t samplingRatio, bool aligned,
                                                      aclTensor* out, uint64_t* workspaceSize,
                                                      aclOpExecutor** executor);
/** Phase two of aclnnRoiAlignV2. */
ACLNN_API aclnnStatus aclnnRoiAlignV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ROI_ALIGN_V2_H_ */
