/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnUpsampleNearest2d: resizing, each place takes the nearest.
 */

#ifndef ACLNNOP_ACLNN_UPSAMPLE_NEAREST_2D_H_
#define ACLNNOP_ACLNN_UPSAMPLE_NEAREST_2D_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUpsampleNearest2d, phase one: resizing, each place takes the nearest.
 *
 *     out[n, c, i, j] = self[n, c, min(floor(i * scale), H - 1), min(floor(j * scale), W - 1)]
 *
 * scale is H / Ho or W / Wo, in float32.
 *
 * Types: FLOAT, FLOAT16, DOUBLE and UINT8 on every product; BFLOAT16 where the emulated chip has it
 * (OPENACLNN_SOC: Atlas A2, A3, 950). Numbers are copied as they are.
 *
 * Tensors may have any strides and offset; "shape" is the shape of the view, of at most 8 dimensions. An
 * output may be one of the inputs or overlap them; it must not overlap itself.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory that
 * phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor).
 *
 * @param[in] self        [N, C, H, W], H and W from 1 to 2^24 - 1
 * @param[in] outputSize  Ho and Wo, from 1 to 2^24 - 1
 * @param[out] out        [N, C, Ho, Wo], type of self
 * @return a status; all cases of 161001 are looked at before any of 161002
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first)
 * - 161001: self, outputSize or out is NULL
 * - 161002: type of self not admitted; out of another
 * - 161002: outputSize without 2 values, or out of range; self not of 4 dimensions, or H or W out of range;
 *           out not of shape [N, C, Ho, Wo]
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that leaves
 *           its storage, or a private format; an output with two elements in one place
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnUpsampleNearest2dGetWorkspaceSize(const aclTensor* self,
                                                             const aclIntArray* outputSize, aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);

/**
 * Phase two of aclnnUpsampleNearest2d.
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
ACLNN_API aclnnStatus aclnnUpsampleNearest2d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_UPSAMPLE_NEAREST_2D_H_ */
