/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnMseLoss: the mean squared error.
 */

#ifndef ACLNNOP_ACLNN_MSE_LOSS_H_
#define ACLNNOP_ACLNN_MSE_LOSS_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMseLoss, phase one: reduction 0: out = (self - target)^2; 2: the sum of these; 1: their mean.
 *
 * Types: FLOAT, FLOAT16, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3, 950),
 * each of self, target and out. self and target promote to one type, FLOAT if they differ.
 *
 * Arithmetic: differences and squares in float32; sums in fixed blocks, as aclnnReduceSum makes them,
 * joined in float64; rounded once. The same inputs give the same bits in any layout, on any number of
 * threads and any processor.
 *
 * Of no element the sum is 0 and the mean is NaN.
 *
 * Tensors may have any strides and offset, and up to 8 dimensions; "shape" is the shape of the view. out
 * may be an input, or overlap it; it must not overlap itself.
 *
 * Phase one checks the arguments and plans; host only.
 *
 * @param[in] self              prediction
 * @param[in] target            what it should have been; broadcasts with self
 * @param[in] reduction         0 (none), 1 (mean) or 2 (sum)
 * @param[out] out              for reduction 0 the shape of self and target broadcast together, else one
 *                              element in 0 or 1 dimensions
 * @param[out] workspaceSize    bytes of device memory that phase two needs
 * @param[out] executor         the planned call; released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or self, target or out is
 * - 161002: a type that is not admitted; a reduction that is none of them
 * - 161002: shapes that do not broadcast; another shape of out
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, an output whose elements share memory, or a private format
 * - 561101: out of host memory
 *
 * Source: the documentation of aclnnMseLoss; PyTorch's torch.nn.functional.mse_loss.
 */
ACLNN_API aclnnStatus aclnnMseLossGetWorkspaceSize(const aclTensor* self, const aclTensor* target,
                                                   int64_t reduction, aclTensor* out, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor);

/**
 * aclnnMseLoss, phase two: enqueues the planned work on a stream of the current context and returns without
 * waiting for it. Consumes the executor unless that is repeatable.
 *
 * @param[in] workspace      device memory of workspaceSize bytes; NULL if 0
 * @param[in] workspaceSize  what phase one asked for, or more
 * @param[in] executor       from phase one
 * @param[in] stream         a stream of the current context, or NULL for its default stream
 * @return
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 * executor of another operator; a workspace that shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 * stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */
ACLNN_API aclnnStatus aclnnMseLoss(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_MSE_LOSS_H_ */
