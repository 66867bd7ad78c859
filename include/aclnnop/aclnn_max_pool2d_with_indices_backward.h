/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnMaxPool2dWithIndicesBackward: the gradient of aclnnMaxPool2dWithIndices.
 */

#ifndef ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_BACKWARD_H_
#define ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_BACKWARD_H_

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
 * Sums are float32, in row-major order, rounded once. The same inputs give the same bits on any number of
 * threads, in any layout, on any processor.
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
 * The next synchronization returns
 * - 507035: an index outside [0, H * W); nothing is written
 *
 * Source: torch.ops.aten.max_pool2d_with_indices_backward.
 */

/**
 * aclnnMaxPool2dWithIndicesBackward, phase one: gradInput = at each place the sum of those elements of
 * gradOutput whose index names it.
 *
 * @param[in] gradOutput  gradient of the output
 * @param[in] self  forward input; its shape alone counts
 * @param[in] indices  INT32, as the forward operator gave them
 * @param[in] kernelSize  extents of a window
 * @param[in] stride  distance of windows; empty: kernelSize
 * @param[in] padding  places around the input that count as minus infinity
 * @param[in] dilation  distance of a window's places
 * @param[in] ceilMode  whether the number of windows is rounded up
 * @param[out] gradInput  the shape of self
 */
ACLNN_API aclnnStatus aclnnMaxPool2dWithIndicesBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* indices,
    const aclIntArray* kernelSize, const aclIntArray* stride, const aclIntArray* padding,
    const aclIntArray* dilation, bool ceilMode, aclTensor* gradInput, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnMaxPool2dWithIndicesBackward. */
ACLNN_API aclnnStatus aclnnMaxPool2dWithIndicesBackward(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_MAX_POOL2D_WITH_INDICES_BACKWARD_H_ */
