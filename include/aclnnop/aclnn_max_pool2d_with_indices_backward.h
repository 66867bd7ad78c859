/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMaxPool2dWithIndicesBackward: gradient of aclnnMaxPool2dWithIndices. */

#ifndef ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_BACKWARD_H_
#define ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMaxPool2dWithIndicesBackward: gradInput = at each position, the sum of the elements of gradOutput
 * whose index names that position.
 * Types: FLOAT, FLOAT16, BFLOAT16; all tensors have one type, except indices, which are INT32.
 * Shapes: self is [N, C, H, W] or [C, H, W], with planes [H, W] of 1 to 2^31 - 1 elements. Along each of both
 * dimensions the output has floor((size + 2 * padding - dilation * (kernel - 1) - 1) / stride) + 1 windows,
 * at least one. With ceilMode the quotient is rounded up, but a last window that would begin after the input
 * and its padding is left out. Lists have one value for both dimensions or one for each: kernelSize, stride
 * (if empty: kernelSize) and dilation from 1, padding from 0 to half of kernelSize.
 * Arithmetic: sums in float32, in row-major order, rounded once.
 * Source: torch.ops.aten.max_pool2d_with_indices_backward.
 *
 * @param[in] gradOutput  gradient of the output
 * @param[in] self  forward input; only its shape is used
 * @param[in] indices  INT32, from the forward operator
 * @param[in] kernelSize  sizes of a window
 * @param[in] stride  distance between windows; empty: kernelSize
 * @param[in] padding  positions of padding around the input that count as minus infinity
 * @param[in] dilation  distance between the positions of a window
 * @param[in] ceilMode  whether the number of windows is rounded up
 * @param[out] gradInput  the shape of self
 * @return 161002 if a plane has no elements or is smaller than a window. 507035 if an index is outside [0, H
 *     * W)
 */
ACLNN_API aclnnStatus aclnnMaxPool2dWithIndicesBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* indices,
    const aclIntArray* kernelSize, const aclIntArray* stride, const aclIntArray* padding,
    const aclIntArray* dilation, bool ceilMode, aclTensor* gradInput, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnMaxPool2dWithIndicesBackward. */
ACLNN_API aclnnStatus aclnnMaxPool2dWithIndicesBackward(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnMaxPool2dWithMaskBackward: the gradient of aclnnMaxPool2dWithMask. Each element of gradOutput is added to
 * gradInput at every position whose bit the mask has, row by row of the mask. Bits of positions outside the plane
 * have no effect.
 * Types: FLOAT, FLOAT16, BFLOAT16; the mask is INT8.
 *
 * @param[in] gradOutput  gradient of the output
 * @param[in] self  forward input; only its shape and type matter
 * @param[in] indices  the mask of aclnnMaxPool2dWithMask
 * @param[in] kernelSize  as of the forward operator, like those that follow
 * @param[in] stride  see kernelSize
 * @param[in] padding  see kernelSize
 * @param[in] dilation  see kernelSize
 * @param[in] ceilMode  see kernelSize
 * @param[out] gradInput  gradient for self, its shape and type
 */
ACLNN_API aclnnStatus aclnnMaxPool2dWithMaskBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* indices,
    const aclIntArray* kernelSize, const aclIntArray* stride, const aclIntArray* padding,
    const aclIntArray* dilation, bool ceilMode, aclTensor* gradInput, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnMaxPool2dWithMaskBackward. */
ACLNN_API aclnnStatus aclnnMaxPool2dWithMaskBackward(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_BACKWARD_H_ */
