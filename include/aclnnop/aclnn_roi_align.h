/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnRoiAlign: regions of images, resampled to bins of one size. */

#ifndef ACLNNOP_ACLNN_ROI_ALIGN_H_
#define ACLNNOP_ACLNN_ROI_ALIGN_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRoiAlign: cuts each region into outputHeight x outputWidth bins. A bin is the mean, or the maximum, of
 * samples on a regular grid within it, which are interpolated between the four pixels around them. A sample
 * that is more than one pixel outside of the image is 0.
 * Types: FLOAT, FLOAT16. Sample positions and sums are computed in float64 and rounded once. A pixel without a
 * weight has no part in a sample, even if it is NaN or infinite.
 * Regions are at least one pixel wide and high after scaling.
 * Source: ONNX's RoiAlign with coordinate_transformation_mode "output_half_pixel".
 *
 * @param[in] self  [N, C, H, W]
 * @param[in] rois  [R, 4]: corners x1, y1, x2, y2; type of self
 * @param[in] batchIndices  [R], INT32: image of each region. A value outside of [0, N) is an error in phase two
 * @param[in] mode  "avg" or "max"
 * @param[in] outputHeight  at least 1
 * @param[in] outputWidth  at least 1
 * @param[in] samplingRatio  samples of a bin along each dimension, at most 1024; 0: the size of a bin in pixels,
 * rounded up
 * @param[in] spatialScale  positive factor from the coordinates of rois to pixels
 * @param[out] out  [R, C, outputHeight, outputWidth], type of self
 */
ACLNN_API aclnnStatus aclnnRoiAlignGetWorkspaceSize(const aclTensor* self, const aclTensor* rois,
                                                    const aclTensor* batchIndices, const char* mode,
                                                    int outputHeight, int outputWidth, int samplingRatio,
                                                    float spatialScale, aclTensor* out,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnRoiAlign. */
ACLNN_API aclnnStatus aclnnRoiAlign(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ROI_ALIGN_H_ */
