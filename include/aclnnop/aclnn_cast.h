/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnCast: elements of one type as elements of another.
 */

#ifndef ACLNNOP_ACLNN_CAST_H_
#define ACLNNOP_ACLNN_CAST_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnCast, phase one: checks the arguments and plans the work, out = self converted to dtype. Host only.
 *
 * Types, on both sides: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64,
 * BOOL, COMPLEX64, COMPLEX128, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3,
 * 950). Every pair is converted:
 * - to a floating-point type: rounded once, to nearest even; what exceeds its range becomes +-infinity
 * - from a floating-point type to an integer: truncated; what does not fit becomes the nearest number that
 * does, and NaN becomes 0 (PyTorch leaves both open)
 * - between integers: the low bits
 * - to BOOL: whether it is not zero, which NaN is not; from BOOL: 0 or 1
 * - from a complex type to a real one: the real part; the other way an imaginary part of 0
 *
 * Tensors may have any strides and offset, up to 8 dimensions. out may be or overlap self.
 *
 * @param[in] self   what is converted
 * @param[in] dtype  the type of out
 * @param[out] out   of the shape of self
 * @param[out] workspaceSize  bytes of device memory that phase two needs, 0 included
 * @param[out] executor       plan for phase two; released there, or by aclDestroyAclOpExecutor
 * @return a status; all cases of 161001 are looked at before any of 161002
 * - 0: planned; with no work to do too (empty tensors)
 * - 161001: workspaceSize or executor is NULL (looked at first); self or out is NULL
 * - 161002: a type that is not admitted; dtype is not the type of out; out has not the shape of self
 * - 161002: a tensor has more than 8 dimensions, a negative extent, stride or offset, a view that leaves its
 * storage, or a private format
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnCastGetWorkspaceSize(const aclTensor* self, const aclDataType dtype,
                                                aclTensor* out, uint64_t* workspaceSize,
                                                aclOpExecutor** executor);

/**
 * aclnnCast, phase two: enqueues the planned work and returns without waiting for it.
 *
 * @param[in] workspace      device memory for scratch; NULL if phase one asked for 0 bytes
 * @param[in] workspaceSize  its size in bytes: at least what phase one asked for
 * @param[in] executor       from phase one; consumed, whatever the status, unless it is repeatable
 * @param[in] stream         of the current context; NULL: the context's default stream
 * @return a status
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 * executor of another operator; a workspace that shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 * stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */
ACLNN_API aclnnStatus aclnnCast(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_CAST_H_ */
