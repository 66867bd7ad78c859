/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnIou: how far boxes overlap. */

#ifndef ACLNNOP_ACLNN_IOU_H_
#define ACLNNOP_ACLNN_IOU_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIou: the area that two boxes share, divided by the area that they cover together ("iou") or by the area
 * of the box of gtBoxes ("iof"). Widths and heights in the two areas are increased by eps.
 * Types: FLOAT, FLOAT16, BFLOAT16. Computed in float64 and rounded once.
 *
 * @param[in] bBoxes  [m, 4]: corners x1, y1, x2, y2
 * @param[in] gtBoxes  [n, 4], type of bBoxes
 * @param[in] mode  "iou" or "iof"
 * @param[in] eps  added to widths and heights
 * @param[in] aligned  true: each box with the one in the same row, m == n; false: each box with each one
 * @param[out] overlap  [m, 1] if aligned, otherwise [m, n]; type of bBoxes
 */
ACLNN_API aclnnStatus aclnnIouGetWorkspaceSize(const aclTensor* bBoxes, const aclTensor* gtBoxes,
                                               const char* mode, float eps, bool aligned, aclTensor* overlap,
                                               uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnIou. */
ACLNN_API aclnnStatus aclnnIou(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_IOU_H_ */
