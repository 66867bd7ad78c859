/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnLogicalXor, aclnnInplaceLogicalXor: truth values combined.
 */

#ifndef ACLNNOP_ACLNN_LOGICAL_XOR_H_
#define ACLNNOP_ACLNN_LOGICAL_XOR_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of every operator of this header:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16,
 * UINT32, UINT64, BOOL, COMPLEX64, COMPLEX128, and BFLOAT16 where the emulated
 * chip has it (OPENACLNN_SOC: Atlas A2, A3, 950), in any mixture: what is not
 * zero is true, NaN included. The result is BOOL; any output type stores it as
 * 0 or 1, complex ones and UINT16 to UINT64 included.
 *
 * Arithmetic: exact. The same inputs give the same bits on any number of
 * threads and any processor.
 *
 * Shapes: up to 8 dimensions, the operands broadcast against each other
 * (aligned at the right; extents equal, or one of them 1). Tensors may have any
 * strides and offset; "shape" is the shape of the view. An output may be one of
 * the inputs or overlap them; it must not overlap itself. Empty tensors are
 * fine: nothing is done.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize
 * (bytes of device memory that phase two needs) and executor (released by phase
 * two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another
 * pointer argument is
 * - 161002: a type that is not admitted
 * - 161002: shapes that do not broadcast, or another shape of the output than
 * the operands' broadcast together
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride
 * or offset, a view that leaves its storage, or a private format
 * - 561101: out of host memory
 * Phase two enqueues the planned work on a stream of the current context and
 * returns without waiting for it. It takes the workspace that phase one asked
 * for (NULL if 0 bytes), and consumes the executor unless that is repeatable.
 * It returns
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with
 * elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one
 * live device allocation; an executor of another operator; a workspace that
 * shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device
 * or a destroyed one, a stopped stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */

/**
 * aclnnLogicalXor, phase one: out = whether exactly one of both of self and
 * other is true.
 *
 * @param[in] self  first operand
 * @param[in] other  second operand; broadcasts with self
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnLogicalXorGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                                      aclTensor* out, uint64_t* workspaceSize,
                                                      aclOpExecutor** executor);
/** Phase two of aclnnLogicalXor. */
ACLNN_API aclnnStatus aclnnLogicalXor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

/**
 * aclnnInplaceLogicalXor, phase one: selfRef = whether exactly one of both of
 * selfRef and other is true.
 *
 * @param[in,out] selfRef  first operand, and result
 * @param[in] other  second operand; broadcasts to selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceLogicalXorGetWorkspaceSize(aclTensor* selfRef, const aclTensor* other,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnInplaceLogicalXor. */
ACLNN_API aclnnStatus aclnnInplaceLogicalXor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_LOGICAL_XOR_H_ */
