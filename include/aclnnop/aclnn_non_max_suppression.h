/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnNonMaxSuppression: boxes with the highest scores that overlap little. */

#ifndef ACLNNOP_ACLNN_NON_MAX_SUPPRESSION_H_
#define ACLNNOP_ACLNN_NON_MAX_SUPPRESSION_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnNonMaxSuppression: for each image and class, takes the boxes whose score is above scoreThreshold in the
 * order of their scores, and leaves out those whose intersection over union with a box already taken is above
 * iouThreshold. Of equal scores, the first box precedes.
 * Types: FLOAT, FLOAT16. Overlaps are computed in float64. Source: ONNX's NonMaxSuppression.
 *
 * @param[in] boxes  [B, S, 4]
 * @param[in] scores  [B, C, S], type of boxes
 * @param[in] maxOutputBoxesPerClass  one number from 0 to 700
 * @param[in] iouThreshold  one number from 0 to 1
 * @param[in] scoreThreshold  one number from 0 to 1
 * @param[in] centerPointBox  0: boxes are y1, x1, y2, x2, of any two opposite corners; 1: boxes are x and y of
 * the center, width, height
 * @param[out] selectedIndices  [rows, 3], INT32: image, class, box, in this order; -1 in rows that are left.
 * Too few rows are an error in phase two
 */
ACLNN_API aclnnStatus aclnnNonMaxSuppressionGetWorkspaceSize(
    const aclTensor* boxes, const aclTensor* scores, const aclIntArray* maxOutputBoxesPerClass,
    const aclFloatArray* iouThreshold, const aclFloatArray* scoreThreshold, int32_t centerPointBox,
    aclTensor* selectedIndices, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnNonMaxSuppression. */
ACLNN_API aclnnStatus aclnnNonMaxSuppression(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_NON_MAX_SUPPRESSION_H_ */
