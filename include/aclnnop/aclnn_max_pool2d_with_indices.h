/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnMaxPool2dWithIndices: the largest element of each window, and where it is.
 */

#ifndef ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_H_
#define ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of this operator:
 *
 * Types: FLOAT, FLOAT16, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3, 950); all
 * tensors of one type, but for indices, which are INT32.
 *
 * Shapes: self is [N, C, H, W] or [C, H, W], with planes [H, W] of 1 to 2^31 - 1 elements. Along each of both
 * dimensions the output has floor((extent + 2 * padding - dilation * (kernel - 1) - 1) / stride) + 1 windows;
 * with ceilMode the quotient is rounded up, but a last window that would begin behind the input and its
 * padding is left out. At least one. Lists have one value for both dimensions, or one for each: kernelSize,
 * stride (also none: kernelSize) and dilation from 1, padding from 0 to half of kernelSize. Tensors may have
 * any strides and offset; "shape" is the shape of the view. An output may overlap an input; outputs must not
 * overlap themselves. Without samples nothing is done.
 *
 * What is padded never wins. Of equal elements the first one in row-major order wins; a NaN wins over
 * numbers, and of several the last one. Results are elements of self, unchanged.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory that
 * phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer argument is
 * - 161002: a type that is not admitted
 * - 161002: another number of dimensions, planes without elements, or smaller than a window; a list of
 * another length or with a value out of its range; another shape than documented
 * - 161002: a tensor with a negative extent, stride or offset, a view that leaves its storage, or a private
 * format
 * - 561101: out of host memory
 * Phase two enqueues the planned work on a stream of the current context and returns without waiting for it.
 * It takes the workspace that phase one asked for (NULL if 0 bytes), and consumes the executor unless that is
 * repeatable. It returns
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 * executor of another operator; a workspace that shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 * stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 *
 * Source: torch.nn.functional.max_pool2d with return_indices.
 */

/**
 * aclnnMaxPool2dWithIndices, phase one: out = the largest element of each window, indices = its place in the
 * plane, y * W + x.
 *
 * @param[in] self  images
 * @param[in] kernelSize  extents of a window
 * @param[in] stride  distance of windows; empty: kernelSize
 * @param[in] padding  places around the input that count as minus infinity
 * @param[in] dilation  distance of a window's places
 * @param[in] ceilMode  whether the number of windows is rounded up
 * @param[out] out  largest elements
 * @param[out] indices  INT32, their places
 */
ACLNN_API aclnnStatus aclnnMaxPool2dWithIndicesGetWorkspaceSize(
    const aclTensor* self, const aclIntArray* kernelSize, const aclIntArray* stride,
    const aclIntArray* padding, const aclIntArray* dilation, bool ceilMode, aclTensor* out,
    aclTensor* indices, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMaxPool2dWithIndices. */
ACLNN_API aclnnStatus aclnnMaxPool2dWithIndices(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_H_ */
