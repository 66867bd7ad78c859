/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUpsampleNearestExact2dBackward: gradient of resizing of an image by nearest neighbour, measured from centres. */

#ifndef ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT2D_BACKWARD_H_
#define ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT2D_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUpsampleNearestExact2dBackward: the gradient of aclnnUpsampleNearestExact2d: each element of
 * gradOutput goes, by the same weights, to the elements that contributed to it.
 * Arithmetic: sums of up to 16 terms at a time, which are then added.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] gradOutput  gradient of the output, [N, C, Ho, Wo]; [N, H, W, C] if its format is NHWC
 * @param[in] outputSize  Ho and Wo, from 1 to 2^24 - 1
 * @param[in] inputSize  shape of out; H and W from 1 to 2^24 - 1
 * @param[in] scalesH  factor of the height, as of the forward operator
 * @param[in] scalesW  factor of the width, as of the forward operator
 * @param[out] out  gradient of the input, [N, C, H, W], type of gradOutput; [N, H, W, C] if its format is
 *     NHWC
 */
ACLNN_API aclnnStatus aclnnUpsampleNearestExact2dBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclIntArray* outputSize, const aclIntArray* inputSize, double scalesH,
    double scalesW, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnUpsampleNearestExact2dBackward. */
ACLNN_API aclnnStatus aclnnUpsampleNearestExact2dBackward(void* workspace, uint64_t workspaceSize,
                                                          aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT2D_BACKWARD_H_ */
