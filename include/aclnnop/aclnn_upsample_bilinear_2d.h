/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUpsampleBilinear2d: bilinear resizing of an image. */

#ifndef ACLNNOP_ACLNN_UPSAMPLE_BILINEAR_2D_H_
#define ACLNNOP_ACLNN_UPSAMPLE_BILINEAR_2D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUpsampleBilinear2d: bilinear resizing. Position i of the output is at p along the height, and position
 * j likewise along the width:
 *
 *     alignCorners:  p = i * scale, scale = (H - 1) / (Ho - 1), 0 if Ho is 1
 *     otherwise:     p = max(0, (i + 0.5) * scale - 0.5),
 *                    scale = 1 / scalesH if that is positive, otherwise H / Ho
 *
 * With y = floor(p) and t = p - y, the result takes self at y with weight 1 - t and at min(y + 1, H - 1) with
 * weight t. Along an axis that keeps its size, it takes self at y = i. Positions and weights are float32,
 * float64 for DOUBLE.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Arithmetic: sums of up to 16 terms at a time, which are then
 * added.
 *
 * @param[in] self  [N, C, H, W], H and W from 1 to 2^24 - 1
 * @param[in] outputSize  Ho and Wo, from 1 to 2^24 - 1
 * @param[in] alignCorners  true: the centres of the corner pixels stay in place, false: their outer edges
 * @param[in] scalesH  factor of the height; if not positive, it follows from the shapes
 * @param[in] scalesW  the same for the width
 * @param[out] out  [N, C, Ho, Wo], type of self
 */
ACLNN_API aclnnStatus aclnnUpsampleBilinear2dGetWorkspaceSize(
    const aclTensor* self, const aclIntArray* outputSize, bool alignCorners, double scalesH, double scalesW,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnUpsampleBilinear2d. */
ACLNN_API aclnnStatus aclnnUpsampleBilinear2d(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UPSAMPLE_BILINEAR_2D_H_ */
