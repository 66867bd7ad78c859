/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMaxPool2dWithIndices: max pooling with indices. */

#ifndef ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_H_
#define ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMaxPool2dWithIndices: out = the largest element of each window, indices = its position in the plane, y
 * * W + x.
 * Types: FLOAT, FLOAT16, BFLOAT16; all tensors have one type, except indices, which are INT32.
 * Shapes: self is [N, C, H, W] or [C, H, W], with planes [H, W] of 1 to 2^31 - 1 elements. Along each of both
 * dimensions the output has floor((size + 2 * padding - dilation * (kernel - 1) - 1) / stride) + 1 windows,
 * at least one. With ceilMode the quotient is rounded up, but a last window that would begin after the input
 * and its padding is left out. Lists have one value for both dimensions or one for each: kernelSize, stride
 * (if empty: kernelSize) and dilation from 1, padding from 0 to half of kernelSize. Padding never wins. Among
 * equal elements the first one in row-major order wins. A NaN wins over numbers, the last NaN over other
 * NaNs. Results are elements of self, unchanged.
 * Source: torch.nn.functional.max_pool2d with return_indices.
 *
 * @param[in] self  images
 * @param[in] kernelSize  sizes of a window
 * @param[in] stride  distance between windows; empty: kernelSize
 * @param[in] padding  positions of padding around the input that count as minus infinity
 * @param[in] dilation  distance between the positions of a window
 * @param[in] ceilMode  whether the number of windows is rounded up
 * @param[out] out  largest elements
 * @param[out] indices  INT32, their places
 * @return 161002 if a plane has no elements or is smaller than a window
 */
ACLNN_API aclnnStatus aclnnMaxPool2dWithIndicesGetWorkspaceSize(
    const aclTensor* self, const aclIntArray* kernelSize, const aclIntArray* stride,
    const aclIntArray* padding, const aclIntArray* dilation, bool ceilMode, aclTensor* out,
    aclTensor* indices, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMaxPool2dWithIndices. */
ACLNN_API aclnnStatus aclnnMaxPool2dWithIndices(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnMaxPool2dWithMask: max pooling as aclnnMaxPool2dWithIndices, with a bit for each element of the output in
 * place of an index. Row y * kernelW + x of the mask has bit i, the lowest bit of a byte first, if the position
 * y, x of window i is the largest. All other bits are 0.
 * Types: FLOAT, FLOAT16, BFLOAT16; the mask is INT8.
 *
 * @param[in] self  [N, C, H, W] or [C, H, W]
 * @param[in] kernelSize  as of aclnnMaxPool2dWithIndices
 * @param[in] stride  as of aclnnMaxPool2dWithIndices
 * @param[in] padding  as of aclnnMaxPool2dWithIndices
 * @param[in] dilation  1 for each dimension
 * @param[in] ceilMode  as of aclnnMaxPool2dWithIndices
 * @param[out] out  largest elements
 * @param[out] indices  the mask, [N, C, kernelH * kernelW, (ceil(Ho * Wo / 16) + 1) * 32], or without N
 */
ACLNN_API aclnnStatus aclnnMaxPool2dWithMaskGetWorkspaceSize(
    const aclTensor* self, const aclIntArray* kernelSize, const aclIntArray* stride,
    const aclIntArray* padding, const aclIntArray* dilation, bool ceilMode, aclTensor* out,
    aclTensor* indices, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMaxPool2dWithMask. */
ACLNN_API aclnnStatus aclnnMaxPool2dWithMask(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_H_ */
