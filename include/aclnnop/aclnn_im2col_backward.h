/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnIm2colBackward: columns added up to an image. */

#ifndef ACLNNOP_ACLNN_IM2COL_BACKWARD_H_
#define ACLNNOP_ACLNN_IM2COL_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIm2colBackward: out = the sum of the columns of gradOutput in the places that aclnnIm2col takes them
 * from: the gradient of aclnnIm2col, and PyTorch's fold.
 * Types: FLOAT, FLOAT16, BFLOAT16. Sums are computed in float64, in the order of the rows of gradOutput, and
 * rounded once. Source: PyTorch's torch.nn.functional.fold.
 *
 * @param[in] gradOutput  [N, C * kh * kw, windows] or [C * kh * kw, windows]
 * @param[in] inputSize  height and width of the image
 * @param[in] kernelSize  height and width of a window, above 0
 * @param[in] dilation  distances of its places, above 0
 * @param[in] padding  zeros on each side, from 0
 * @param[in] stride  distances of windows, above 0
 * @param[out] out  [N, C, H, W] or [C, H, W]
 * @return 161002 if there is no window
 */
ACLNN_API aclnnStatus aclnnIm2colBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclIntArray* inputSize, const aclIntArray* kernelSize,
    const aclIntArray* dilation, const aclIntArray* padding, const aclIntArray* stride, aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnIm2colBackward. */
ACLNN_API aclnnStatus aclnnIm2colBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_IM2COL_BACKWARD_H_ */
