/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnNonzero: where a tensor is not zero, a row of indices for each element.
 */

#ifndef ACLNNOP_ACLNN_NONZERO_H_
#define ACLNNOP_ACLNN_NONZERO_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of every operator of this header:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL, COMPLEX64,
 * COMPLEX128, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC). What is not zero: NaN is not,
 * zeros of both signs are. out is INT64. Source: PyTorch's torch.nonzero.
 *
 * How many elements out gets, only the data tell. It is allocated for the largest possible result; the result
 * is what its first elements, in row-major order, become, and the others stay as they are. When the work is
 * done (after a synchronize) the shape of the tensor out is that of the result: ask aclGetViewShape.
 *
 * Tensors may have up to 8 dimensions, any strides and offset; "shape" is the shape of the view. An
 * output may overlap an input: the result is what it would be in memory of its own. It must not overlap
 * itself. Empty tensors are fine. The same inputs give the same bits on any number of threads and any
 * processor.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory
 * that phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer is
 * - 161002: types, shapes or attributes that are not as described below; a tensor of more than 8
 * dimensions, a negative extent, stride or offset, a view that leaves its storage, or a private format
 * - 561101: out of host memory
 * Phase two enqueues the planned work on a stream of the current context and returns without waiting for it.
 * It takes the workspace that phase one asked for (NULL if 0 bytes), and consumes the executor unless that is
 * repeatable. It returns
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 * executor of another operator; a workspace that shares bytes with a tensor; outputs that share bytes
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 * stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */

/**
 * aclnnNonzero, phase one: the indices of all elements that are not zero, in row-major order.
 *
 * @param[in] self  any shape
 * @param[out] out  [elements of self, dimensions of self] (of a tensor without dimensions [any, 0]); then
 * [those that are not zero, dimensions of self]
 */
ACLNN_API aclnnStatus aclnnNonzeroGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnNonzero. */
ACLNN_API aclnnStatus aclnnNonzero(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_NONZERO_H_ */
