/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUpsampleBicubic2dAAGrad: gradient of bicubic resizing of an image without aliasing. */

#ifndef ACLNNOP_ACLNN_UPSAMPLE_BICUBIC2D_AA_GRAD_H_
#define ACLNNOP_ACLNN_UPSAMPLE_BICUBIC2D_AA_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUpsampleBicubic2dAAGrad: the gradient of aclnnUpsampleBicubic2dAA: each element of gradOutput goes, by
 * the same weights, to the elements that contributed to it.
 * Arithmetic: sums of up to 16 terms at a time, which are then added.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] gradOutput  gradient of the output, [N, C, Ho, Wo]; [N, H, W, C] if its format is NHWC
 * @param[in] outputSize  Ho and Wo, from 1 to 2^24 - 1
 * @param[in] inputSize  shape of out; H and W from 1 to 2^24 - 1
 * @param[in] alignCorners  as of the forward operator
 * @param[in] scalesH  factor of the height, as of the forward operator
 * @param[in] scalesW  factor of the width, as of the forward operator
 * @param[out] out  gradient of the input, [N, C, H, W], type of gradOutput; [N, H, W, C] if its format is
 *     NHWC
 */
ACLNN_API aclnnStatus aclnnUpsampleBicubic2dAAGradGetWorkspaceSize(
    const aclTensor* gradOutput, const aclIntArray* outputSize, const aclIntArray* inputSize,
    bool alignCorners, double scalesH, double scalesW, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnUpsampleBicubic2dAAGrad. */
ACLNN_API aclnnStatus aclnnUpsampleBicubic2dAAGrad(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UPSAMPLE_BICUBIC2D_AA_GRAD_H_ */
