/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnLogSumExp: logarithms of sums of exponentials over dimensions.
 */

#ifndef ACLNNOP_ACLNN_LOGSUMEXP_H_
#define ACLNNOP_ACLNN_LOGSUMEXP_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLogSumExp, phase one: out = log(sum of exp(self) over dim). Exponentials are taken of elements less
 * the largest of their block, so that none overflows.
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, and BFLOAT16 where the emulated
 * chip has it (OPENACLNN_SOC: Atlas A2, A3, 950). out is of a floating-point type.
 *
 * Arithmetic: exponentials and their sums in blocks of 512 elements in float32 (in float64 where self or
 * out is of DOUBLE), sums of blocks and the logarithm in float64; rounded once. The same inputs give the
 * same bits in any layout, on any number of threads and any processor.
 *
 * Of no elements, and of negative infinities alone, the result is negative infinity; NaN gives NaN.
 *
 * Tensors may have any strides and offset, and up to 8 dimensions; "shape" is the shape of the view.
 * Outputs may overlap self; an output must not overlap itself, nor another one.
 *
 * Phase one checks the arguments and plans; host only.
 *
 * @param[in] self              tensor of any shape, which may be empty
 * @param[in] dim               dimensions to reduce, each in [-rank, rank - 1] and at most once, in any
 *                              order; an empty array means all. Of a self of 0 dimensions: 0 or -1
 * @param[in] keepDim           whether outputs keep the reduced dimensions, with extent 1
 * @param[out] out              shape of self without the reduced dimensions, or with extent 1 there; a
 *                              floating-point type
 * @param[out] workspaceSize    bytes of device memory that phase two needs
 * @param[out] executor         the planned call; released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or self, dim or out is
 * - 161002: a type that is not admitted
 * - 161002: a dimension that self does not have, or one that is named twice; another shape of an output
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, an output whose elements share memory, or a private format
 * - 561101: out of host memory
 *
 * Source: the documentation of aclnnLogSumExp; PyTorch's torch.logsumexp.
 */
ACLNN_API aclnnStatus aclnnLogSumExpGetWorkspaceSize(const aclTensor* self, const aclIntArray* dim,
                                                     bool keepDim, aclTensor* out, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);

/**
 * aclnnLogSumExp, phase two: enqueues the planned work on a stream of the current context and returns
 * without waiting for it. Consumes the executor unless that is repeatable.
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
ACLNN_API aclnnStatus aclnnLogSumExp(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_LOGSUMEXP_H_ */
