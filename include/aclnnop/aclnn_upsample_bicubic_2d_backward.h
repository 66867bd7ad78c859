/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUpsampleBicubic2dBackward: gradient of bicubic resizing of an image. */

#ifndef ACLNNOP_ACLNN_UPSAMPLE_BICUBIC_2D_BACKWARD_H_
#define ACLNNOP_ACLNN_UPSAMPLE_BICUBIC_2D_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUpsampleBicubic2dBackward: the gradient of aclnnUpsampleBicubic2d: each element of gradOut goes, by
 * the same weights, to the elements that contributed to it.
 * Arithmetic: sums of up to 16 terms at a time, which are then added.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] gradOut  gradient of the output, [N, C, Ho, Wo]; [N, H, W, C] if its format is NHWC
 * @param[in] outputSize  Ho and Wo, from 1 to 2^24 - 1
 * @param[in] inputSize  shape of gradInput; H and W from 1 to 2^24 - 1
 * @param[in] alignCorners  as of the forward operator
 * @param[in] scalesH  factor of the height, as of the forward operator
 * @param[in] scalesW  factor of the width, as of the forward operator
 * @param[out] gradInput  gradient of the input, [N, C, H, W], type of gradOut; [N, H, W, C] if its format is
 *     NHWC
 */
ACLNN_API aclnnStatus aclnnUpsampleBicubic2dBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclIntArray* outputSize, const aclIntArray* inputSize, bool alignCorners,
    double scalesH, double scalesW, aclTensor* gradInput, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnUpsampleBicubic2dBackward. */
ACLNN_API aclnnStatus aclnnUpsampleBicubic2dBackward(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UPSAMPLE_BICUBIC_2D_BACKWARD_H_ */
