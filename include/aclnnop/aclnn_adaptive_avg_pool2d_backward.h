/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnAdaptiveAvgPool2dBackward: the gradient of adaptive averages.
 */

#ifndef ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL2D_BACKWARD_H_
#define ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL2D_BACKWARD_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAdaptiveAvgPool2dBackward, phase one: the gradient of aclnnAdaptiveAvgPool2d.
 *
 *     out[n, c, y, x] = sum of gradOutput[n, c, i, j] / (places of the window) over the windows i, j that
 * hold y, x
 *
 * Windows are those of aclnnAdaptiveAvgPool2d.
 *
 * Types: FLOAT, FLOAT16 and DOUBLE on every product; BFLOAT16 where the emulated chip has it (OPENACLNN_SOC:
 * Atlas A2, A3, 950). Arithmetic: float32, float64 for DOUBLE, one rounding to nearest even; sums of up to 16
 * terms at a time, which are then added up. The same inputs give the same bits on any number of threads, in
 * any layout, on any processor.
 *
 * Tensors may have any strides and offset; "shape" is the shape of the view, of at most 8 dimensions. An
 * output may be one of the inputs or overlap them; it must not overlap itself.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory that
 * phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor).
 *
 * @param[in] gradOutput  gradient of the output, [N, C, Ho, Wo] or [C, Ho, Wo], type of self
 * @param[in] self        forward input, [N, C, H, W] or [C, H, W], H and W from 1 to 2^24 - 1; only its shape
 *                        counts
 * @param[out] out        gradient for self; its shape and type
 * @return a status; all cases of 161001 are looked at before any of 161002
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first)
 * - 161001: gradOutput, self or out is NULL
 * - 161002: type of gradOutput not admitted; self or out of another
 * - 161002: self not of 3 or 4 dimensions, or H or W out of range; gradOutput with other dims before, or with
 *           H or W of 2^24 or more; out not of self's shape
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that leaves
 *           its storage, or a private format; an output with two elements in one place
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnAdaptiveAvgPool2dBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                                     const aclTensor* self, aclTensor* out,
                                                                     uint64_t* workspaceSize,
                                                                     aclOpExecutor** executor);

/**
 * Phase two of aclnnAdaptiveAvgPool2dBackward.
 *
 * It enqueues the planned work on a stream of the current context and returns without waiting for it. It
 * takes the workspace that phase one asked for (NULL if 0 bytes), and consumes the executor unless that is
 * repeatable.
 *
 * @return a status
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 *           executor of another operator; a workspace that shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 *           stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */
ACLNN_API aclnnStatus aclnnAdaptiveAvgPool2dBackward(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL2D_BACKWARD_H_ */
