/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUpsampleNearestExact3dBackward: gradient of resizing of a volume by nearest neighbour, measured from centres. */

#ifndef ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT3D_BACKWARD_H_
#define ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT3D_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUpsampleNearestExact3dBackward: the gradient of aclnnUpsampleNearestExact3d: each element of gradOut
 * goes, by the same weights, to the elements that contributed to it.
 * Arithmetic: sums of up to 16 terms at a time, which are then added.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] gradOut  gradient of the output, [N, C, Do, Ho, Wo]; [N, D, H, W, C] if its format is NDHWC
 * @param[in] outputSize  Do, Ho and Wo, from 1 to 2^24 - 1
 * @param[in] inputSize  shape of gradInput; D, H and W from 1 to 2^24 - 1
 * @param[in] scalesD  factor of the depth, as of the forward operator
 * @param[in] scalesH  factor of the height, as of the forward operator
 * @param[in] scalesW  factor of the width, as of the forward operator
 * @param[out] gradInput  gradient of the input, [N, C, D, H, W], type of gradOut; [N, D, H, W, C] if its
 *     format is NDHWC
 */
ACLNN_API aclnnStatus aclnnUpsampleNearestExact3dBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclIntArray* outputSize, const aclIntArray* inputSize, double scalesD,
    double scalesH, double scalesW, aclTensor* gradInput, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnUpsampleNearestExact3dBackward. */
ACLNN_API aclnnStatus aclnnUpsampleNearestExact3dBackward(void* workspace, uint64_t workspaceSize,
                                                          aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT3D_BACKWARD_H_ */
