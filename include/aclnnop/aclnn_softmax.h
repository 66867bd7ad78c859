/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnSoftmax: softmax over a dimension.
 */

#ifndef ACLNNOP_ACLNN_SOFTMAX_H_
#define ACLNNOP_ACLNN_SOFTMAX_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSoftmax, phase one: out = exp(self) / (sum of exp(self) over dim).
 *
 * Types: FLOAT, FLOAT16, DOUBLE, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3,
 * 950), each of self and out.
 *
 * Arithmetic: float32, or float64 where a tensor is DOUBLE; the sum is made as that of aclnnReduceSum;
 * rounded once. The largest element along dim is taken away first, so that exponentials do not overflow.
 * The same inputs give the same bits in any layout, on any number of threads and any processor.
 *
 * Where an element along dim is NaN or +infinity, or all are -infinity, the results along it are NaN.
 *
 * Tensors may have any strides and offset, and up to 8 dimensions; "shape" is the shape of the view. out
 * may be self, or overlap it; it must not overlap itself.
 *
 * Phase one checks the arguments and plans; host only.
 *
 * @param[in] self              tensor of any shape, which may be empty
 * @param[in] dim               the dimension, in [-rank, rank - 1]; of 0 dimensions: 0 or -1
 * @param[out] out              shape of self
 * @param[out] workspaceSize    bytes of device memory that phase two needs
 * @param[out] executor         the planned call; released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or self or out is
 * - 161002: a type that is not admitted
 * - 161002: another shape of out than of self; a dim that self does not have
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, an output whose elements share memory, or a private format
 * - 561101: out of host memory
 *
 * Source: the documentation of aclnnSoftmax; PyTorch's torch.softmax.
 */
ACLNN_API aclnnStatus aclnnSoftmaxGetWorkspaceSize(const aclTensor* self, int64_t dim, aclTensor* out,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * aclnnSoftmax, phase two: enqueues the planned work on a stream of the current context and returns without
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
ACLNN_API aclnnStatus aclnnSoftmax(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_SOFTMAX_H_ */
