/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnNLLLoss: the negative log-likelihood loss.
 */

#ifndef ACLNNOP_ACLNN_NLL_LOSS_H_
#define ACLNNOP_ACLNN_NLL_LOSS_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnNLLLoss, phase one: the loss of each position is -weight[target] * self[target], where self is taken
 * at the position and the class; 0 where target is ignoreIndex.
 *
 * reduction 0 gives the loss of each position, 2 their sum, 1 the sum divided by totalWeightOut, which is
 * NaN where every position is ignored. totalWeightOut = sum of weight[target] over the positions that are
 * not ignored.
 *
 * Types: FLOAT, FLOAT16, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3, 950);
 * target INT64, INT32 or UINT8. All others are of one type.
 *
 * Arithmetic: products and sums in float64, in blocks that follow from the shape alone; rounded once. The
 * same inputs give the same bits in any layout, on any number of threads and any processor.
 *
 * Tensors may have any strides and offset, and up to 8 dimensions; "shape" is the shape of the view.
 * Outputs may overlap inputs; they must not overlap themselves or each other.
 *
 * Phase one checks the arguments and plans; host only.
 *
 * @param[in] self               log-probabilities, [N, C] or [C]
 * @param[in] target             classes, [N], or no dimensions where self is [C]; each in [0, C) or
 *                               ignoreIndex
 * @param[in] weight             a weight for each class, [C]; NULL: ones
 * @param[in] reduction          0 (none), 1 (mean) or 2 (sum)
 * @param[in] ignoreIndex        a target that counts for nothing; any number, as -100
 * @param[out] out               shape of target for reduction 0, else one element in 0 or 1 dimensions
 * @param[out] totalWeightOut    one element in 0 or 1 dimensions
 * @param[out] workspaceSize     bytes of device memory that phase two needs
 * @param[out] executor          the planned call; released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or self, target, out or totalWeightOut is
 * - 161002: a type that is not admitted, or that differs from that of self
 * - 161002: a reduction that is none of them; shapes that do not fit
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, an output whose elements share memory, or a private format
 * - 561101: out of host memory
 *
 * Source: the documentation of aclnnNLLLoss; PyTorch's torch.nn.functional.nll_loss. A target out of range
 * fails the stream's next synchronize with 507035, and nothing is written.
 */
ACLNN_API aclnnStatus aclnnNLLLossGetWorkspaceSize(const aclTensor* self, const aclTensor* target,
                                                   const aclTensor* weight, int64_t reduction,
                                                   int64_t ignoreIndex, aclTensor* out,
                                                   aclTensor* totalWeightOut, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor);

/**
 * aclnnNLLLoss, phase two: enqueues the planned work on a stream of the current context and returns without
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
ACLNN_API aclnnStatus aclnnNLLLoss(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_NLL_LOSS_H_ */
