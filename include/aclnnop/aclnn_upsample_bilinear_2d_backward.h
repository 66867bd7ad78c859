/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUpsampleBilinear2dBackward: gradient of bilinear resizing. */

#ifndef ACLNNOP_ACLNN_UPSAMPLE_BILINEAR_2D_BACKWARD_H_
#define ACLNNOP_ACLNN_UPSAMPLE_BILINEAR_2D_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUpsampleBilinear2dBackward: the gradient of aclnnUpsampleBilinear2d.
 *
 *     out[n, c, y, x] = sum of gradOut[n, c, i, j] * (weight of y, x in i, j)
 *
 * Positions and weights are those of aclnnUpsampleBilinear2d.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Arithmetic: sums of up to 16 terms at a time, which are then
 * added.
 *
 * @param[in] gradOut  gradient of the output, [N, C, Ho, Wo]
 * @param[in] outputSize  Ho and Wo, from 1 to 2^24 - 1
 * @param[in] inputSize  N, C, H and W, H and W from 1 to 2^24 - 1
 * @param[in] alignCorners  as of the forward operator
 * @param[in] scalesH  as of the forward operator; if not positive, it follows from the shapes
 * @param[in] scalesW  the same for the width
 * @param[out] out  [N, C, H, W], type of gradOut
 */
ACLNN_API aclnnStatus aclnnUpsampleBilinear2dBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclIntArray* outputSize, const aclIntArray* inputSize, bool alignCorners,
    double scalesH, double scalesW, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnUpsampleBilinear2dBackward. */
ACLNN_API aclnnStatus aclnnUpsampleBilinear2dBackward(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UPSAMPLE_BILINEAR_2D_BACKWARD_H_ */
