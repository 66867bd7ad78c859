/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnReplicationPad2dBackward: the gradient of aclnnReplicationPad2d.
 */

#ifndef ACLNNOP_ACLNN_REPLICATION_PAD2D_BACKWARD_H_
#define ACLNNOP_ACLNN_REPLICATION_PAD2D_BACKWARD_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnReplicationPad2dBackward, phase one: each element of gradInput is the sum of the gradients of all
 * places that aclnnReplicationPad2d put that element of self to; 0 if it was left out.
 *
 * Types: FLOAT, FLOAT16 and DOUBLE on every product; BFLOAT16 where the emulated chip has it
 * (OPENACLNN_SOC: Atlas A2, A3, 950). Arithmetic: float64, in row-major order of gradOutput, and one
 * rounding to nearest even; what is the gradient of a single place is copied.
 *
 * Tensors may have any strides and offset; "shape" is the shape of the view, of at most 8 dimensions. An
 * output may overlap an input: the result is what it would be in memory of its own. It must not overlap
 * itself. The same inputs give the same bits in any layout, on any number of threads and any processor.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory that
 * phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor).
 *
 * @param[in] gradOutput  gradient of the padded tensor, of its shape
 * @param[in] self        forward input, [N, C, H, W] or [C, H, W], type of gradOutput; only its shape
 *                        counts. N may be 0, no other extent
 * @param[in] padding     as in the forward operator, [left, right, top, bottom]: how many places before and
 *                        after. Negative ones leave elements out; at least one place has to be left
 * @param[out] gradInput  shape of self, type of gradOutput
 * @return a status; all cases of 161001 are looked at before any of 161002
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first)
 * - 161001: gradOutput, self, padding or gradInput is NULL
 * - 161002: type of gradOutput not admitted; self or gradInput of another
 * - 161002: self not of 3 or 4 dimensions, or without elements but for N
 * - 161002: padding not of 4 numbers, or one less than -2^60 or greater than 2^60; a dimension of which no
 *           place is left
 * - 161002: gradOutput not of the padded shape; gradInput not of self's
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 *           leaves its storage, or a private format; an output with two elements in one place
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnReplicationPad2dBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclIntArray* padding, aclTensor* gradInput,
    uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * Phase two of aclnnReplicationPad2dBackward: enqueues the planned work on a stream of the current context
 * and returns without waiting for it. It takes the workspace that phase one asked for (NULL if 0 bytes), and
 * consumes the executor unless that is repeatable.
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
ACLNN_API aclnnStatus aclnnReplicationPad2dBackward(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_REPLICATION_PAD2D_BACKWARD_H_ */
