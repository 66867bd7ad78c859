/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnRoiAlignV2Backward: gradient of aclnnRoiAlignV2. */

#ifndef ACLNNOP_ACLNN_ROI_ALIGN_V2_BACKWARD_H_
#define ACLNNOP_ACLNN_ROI_ALIGN_V2_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRoiAlignV2Backward: gradInput = gradient of aclnnRoiAlignV2 for self. Each sample adds its part of the
 * gradient of its bin to the four pixels that it was interpolated from.
 * Types: FLOAT. Sums are those of float64, in the order of boxes. Source: torchvision's roi_align.
 *
 * @param[in] gradOutput  [K, C, pooledHeight, pooledWidth]
 * @param[in] boxes  [K, 5], as in the forward call
 * @param[in] inputShape  N, C, H, W of the forward input
 * @param[in] pooledHeight  as in the forward call
 * @param[in] pooledWidth  as in the forward call
 * @param[in] spatialScale  as in the forward call
 * @param[in] samplingRatio  as in the forward call
 * @param[in] aligned  as in the forward call
 * @param[out] gradInput  shape inputShape
 */
ACLNN_API aclnnStatus aclnnRoiAlignV2BackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* boxes, const aclIntArray* inputShape, int64_t pooledHeight,
    int64_t pooledWidth, float spatialScale, int64_t samplingRatio, bool aligned, aclTensor* gradInput,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnRoiAlignV2Backward. */
ACLNN_API aclnnStatus aclnnRoiAlignV2Backward(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ROI_ALIGN_V2_BACKWARD_H_ */
