/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnNeScalar, aclnnInplaceNeScalar: whether != holds.
 */

#ifndef ACLNNOP_ACLNN_NE_SCALAR_H_
#define ACLNNOP_ACLNN_NE_SCALAR_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of every operator of this header:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16,
 * BOOL, COMPLEX64, COMPLEX128, and BFLOAT16 where the emulated chip has it
 * (OPENACLNN_SOC: Atlas A2, A3, 950). A scalar operand changes the type only if
 * it is of a higher class than the tensor: FLOAT for a floating-point scalar,
 * INT64 for an integer; else it is rounded to the tensor's type, an integer by
 * wrapping around. The result is BOOL; any output type stores it as 0 or 1,
 * complex ones and UINT16 to UINT64 included.
 *
 * Arithmetic: operands are compared in their common type. With a NaN the result
 * is 1. -0 equals 0. The same inputs give the same bits on any number of
 * threads and any processor.
 *
 * Shapes: up to 8 dimensions, all tensors of one shape. Tensors may have any
 * strides and offset; "shape" is the shape of the view. An output may be the
 * input or overlap it; it must not overlap itself. Empty tensors are fine:
 * nothing is done.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize
 * (bytes of device memory that phase two needs) and executor (released by phase
 * two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another
 * pointer argument is
 * - 161002: a type that is not admitted; in place, a selfRef that does not hold
 * the common type
 * - 161002: an output of another shape than the input
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
 * aclnnNeScalar, phase one: out = self != other, with a number for every
 * element.
 *
 * @param[in] self  first operand
 * @param[in] other  one number, of any type
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnNeScalarGetWorkspaceSize(const aclTensor* self, const aclScalar* other,
                                                    aclTensor* out, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor);
/** Phase two of aclnnNeScalar. */
ACLNN_API aclnnStatus aclnnNeScalar(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

/**
 * aclnnInplaceNeScalar, phase one: selfRef = selfRef != other, with a number
 * for every element.
 *
 * @param[in,out] selfRef  first operand, and result
 * @param[in] other  one number, of any type
 */
ACLNN_API aclnnStatus aclnnInplaceNeScalarGetWorkspaceSize(aclTensor* selfRef, const aclScalar* other,
                                                           uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceNeScalar. */
ACLNN_API aclnnStatus aclnnInplaceNeScalar(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_NE_SCALAR_H_ */
