/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnRoiPoolingGradWithArgMax: gradient of the largest pixels of regions. */

#ifndef ACLNNOP_ACLNN_ROI_POOLING_GRAD_WITH_ARG_MAX_H_
#define ACLNNOP_ACLNN_ROI_POOLING_GRAD_WITH_ARG_MAX_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRoiPoolingGradWithArgMax: the gradient of x in aclnnRoiPoolingWithArgMax: each pixel has the sum of the
 * gradients of the bins whose largest pixel it was. What gradInputRef held before does not count.
 * Types: FLOAT, FLOAT16, BFLOAT16. Sums are computed in float64 and rounded once.
 *
 * @param[in] gradOutput  [R, C, pooledH, pooledW]
 * @param[out] gradInputRef  [N, C, H, W]; type of gradOutput
 * @param[in] rois  [R, 5], of which only the image counts; type of gradOutput
 * @param[in] argmax  shape of gradOutput: numbers of pixels, negative ones for none; INT32
 * @param[in] pooledH  rows of bins
 * @param[in] pooledW  columns of bins
 * @param[in] spatialScale  above 0; has no effect
 * @return 507035 if a region names an image that does not exist, or argmax a pixel; then nothing is written
 */
ACLNN_API aclnnStatus aclnnRoiPoolingGradWithArgMaxGetWorkspaceSize(
    const aclTensor* gradOutput, aclTensor* gradInputRef, const aclTensor* rois, const aclTensor* argmax,
    int64_t pooledH, int64_t pooledW, double spatialScale, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnRoiPoolingGradWithArgMax. */
ACLNN_API aclnnStatus aclnnRoiPoolingGradWithArgMax(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ROI_POOLING_GRAD_WITH_ARG_MAX_H_ */
