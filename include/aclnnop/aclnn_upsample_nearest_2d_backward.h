/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUpsampleNearest2dBackward: gradient of resizing by nearest neighbour. */

#ifndef ACLNNOP_ACLNN_UPSAMPLE_NEAREST_2D_BACKWARD_H_
#define ACLNNOP_ACLNN_UPSAMPLE_NEAREST_2D_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUpsampleNearest2dBackward: the gradient of aclnnUpsampleNearest2dV2.
 *
 *     gradInput[n, c, y, x] = sum of gradOut[n, c, i, j] over the places i, j that took y, x
 *
 * Positions and weights are those of aclnnUpsampleNearest2dV2.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Arithmetic: sums of up to 16 terms at a time, which are then
 * added.
 *
 * @param[in] gradOut  gradient of the output, [N, C, Ho, Wo]
 * @param[in] outputSize  Ho and Wo, from 1 to 2^24 - 1
 * @param[in] inputSize  N, C, H and W, H and W from 1 to 2^24 - 1
 * @param[in] scalesH  as of the forward operator; if not positive, it follows from the shapes
 * @param[in] scalesW  the same for the width
 * @param[out] gradInput  [N, C, H, W], type of gradOut
 */
ACLNN_API aclnnStatus aclnnUpsampleNearest2dBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclIntArray* outputSize, const aclIntArray* inputSize, double scalesH,
    double scalesW, aclTensor* gradInput, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnUpsampleNearest2dBackward. */
ACLNN_API aclnnStatus aclnnUpsampleNearest2dBackward(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UPSAMPLE_NEAREST_2D_BACKWARD_H_ */
