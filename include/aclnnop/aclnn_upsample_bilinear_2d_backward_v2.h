/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnUpsampleBilinear2dBackwardV2: the gradient of resizing by weighing neighbours.
 */

#ifndef ACLNNOP_ACLNN_UPSAMPLE_BILINEAR_2D_BACKWARD_V2_H_
#define ACLNNOP_ACLNN_UPSAMPLE_BILINEAR_2D_BACKWARD_V2_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUpsampleBilinear2dBackwardV2, phase one: the gradient of aclnnUpsampleBilinear2d; the same as
 * aclnnUpsampleBilinear2dBackward.
 *
 *     out[n, c, y, x] = sum of gradOut[n, c, i, j] * (weight of y, x in i, j)
 *
 * Places and weights are those of aclnnUpsampleBilinear2d.
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
 * @param[in] gradOut     gradient of the output, [N, C, Ho, Wo]
 * @param[in] outputSize  Ho and Wo, from 1 to 2^24 - 1
 * @param[in] inputSize   N, C, H and W, H and W from 1 to 2^24 - 1
 * @param[in] alignCorners  as of the forward operator
 * @param[in] scalesH     as of the forward operator; not positive: as the shapes say
 * @param[in] scalesW     the same of the width
 * @param[out] out  [N, C, H, W], type of gradOut
 * @return a status; all cases of 161001 are looked at before any of 161002
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first)
 * - 161001: gradOut, outputSize, inputSize or out is NULL
 * - 161002: type of gradOut not admitted; out of another
 * - 161002: outputSize without 2 values or inputSize without 4, or out of range; gradOut not of shape [N, C,
 *           Ho, Wo]; out not of shape [N, C, H, W]
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that leaves
 *           its storage, or a private format; an output with two elements in one place
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnUpsampleBilinear2dBackwardV2GetWorkspaceSize(
    const aclTensor* gradOut, const aclIntArray* outputSize, const aclIntArray* inputSize, bool alignCorners,
    double scalesH, double scalesW, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * Phase two of aclnnUpsampleBilinear2dBackwardV2.
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
ACLNN_API aclnnStatus aclnnUpsampleBilinear2dBackwardV2(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_UPSAMPLE_BILINEAR_2D_BACKWARD_V2_H_ */
