/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnCIoU: how well boxes fit. */

#ifndef ACLNNOP_ACLNN_CIOU_H_
#define ACLNNOP_ACLNN_CIOU_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnCIoU: the overlap of two boxes less the distance of their centres and the difference of their proportions
 * ("complete IoU"): overlap = iou - d / c - a * v. iou is the area that both share, divided by the area that they
 * cover together ("iou") or by the area of the box of gtBoxes ("iof"), d the squared distance of the centres, c
 * the squared diagonal of the box around both, v = 4 / pi^2 * atanSub^2, and a = v / (1 - iou + v).
 * 1e-9 is added to heights, to the areas that divide, to c and to the divisor of a.
 * Types: FLOAT, FLOAT16, BFLOAT16. Computed in float64 and rounded once.
 *
 * @param[in] bBoxes  [4, n]: x1, y1, x2, y2, or the center and size x, y, w, h
 * @param[in] gtBoxes  as bBoxes
 * @param[in] trans  true: boxes are given by center and size
 * @param[in] isCross  false: each box with the one in the same column
 * @param[in] mode  "iou" or "iof"
 * @param[out] overlap  [1, n]; type of bBoxes
 * @param[out] atanSub  [1, n]: atan(w / h) of gtBoxes less that of bBoxes; type of bBoxes
 */
ACLNN_API aclnnStatus aclnnCIoUGetWorkspaceSize(const aclTensor* bBoxes, const aclTensor* gtBoxes, bool trans,
                                                bool isCross, const char* mode, aclTensor* overlap,
                                                aclTensor* atanSub, uint64_t* workspaceSize,
                                                aclOpExecutor** executor);
/** Phase two of aclnnCIoU. */
ACLNN_API aclnnStatus aclnnCIoU(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CIOU_H_ */
