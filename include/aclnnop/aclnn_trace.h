/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnTrace: the sum of a matrix's diagonal.
 */

#ifndef ACLNNOP_ACLNN_TRACE_H_
#define ACLNNOP_ACLNN_TRACE_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnTrace, phase one: out = sum of self[i, i].
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128, and BFLOAT16
 * where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3, 950).
 *
 * Arithmetic: FLOAT, FLOAT16 and BFLOAT16 are added in float32, in 16 interleaved sums of at most 32 terms,
 * and these in float64; the result is rounded once, to nearest even. DOUBLE is added in float64. Integers and
 * truth values are added as INT64, which wraps around. Complex numbers are added part by part. The order of
 * additions follows from the shape alone: the same inputs give the same bits in any layout, on any number of
 * threads and any processor. The sum of no element is 0.
 *
 * Tensors may have any strides and offset. out may overlap self.
 *
 * Phase one checks the arguments and plans; host only.
 *
 * @param[in] self      [n, m], which may be empty
 * @param[out] out      no dimension; INT64 where self is of integers or BOOL, else type of self
 * @param[out] workspaceSize  bytes of device memory that phase two needs
 * @param[out] executor       the planned call; released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or self or out is
 * - 161002: a type that is not admitted; another type of out
 * - 161002: a self that is not of 2 dimensions; an out that has dimensions
 * - 161002: a tensor with a negative extent, stride or offset, a view that leaves its storage, or a private
 * format
 * - 561101: out of host memory
 *
 * Source: PyTorch's torch.trace.
 */
ACLNN_API aclnnStatus aclnnTraceGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * aclnnTrace, phase two: enqueues the planned sum on a stream of the current context and returns without
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
ACLNN_API aclnnStatus aclnnTrace(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_TRACE_H_ */
