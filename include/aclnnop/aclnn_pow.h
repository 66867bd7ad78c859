/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnPowTensorScalar, aclnnInplacePowTensorScalar, aclnnPowScalarTensor: powers of a tensor and a number.
 */

#ifndef ACLNNOP_ACLNN_POW_H_
#define ACLNNOP_ACLNN_POW_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of every operator of this header:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128, and BFLOAT16
 * where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3, 950). Tensors of different types promote to
 * one, in which the result is computed; a scalar changes the type only if it is of a higher class than the
 * tensor: FLOAT for a floating-point scalar, INT64 for an integer, COMPLEX64 (of a DOUBLE tensor COMPLEX128)
 * for a complex one. The result is stored as the type of the output, which must hold it. Source: PyTorch's
 * type promotion.
 *
 * Arithmetic: float32 for FLOAT, FLOAT16 and BFLOAT16, with an error below one last place before the result
 * is rounded to the output's type; float64 for DOUBLE and complex numbers. Integers are multiplied, wrapping
 * around; 1 over an integer is 0, but for 1 and -1. x^0 is 1 and 1^y is 1, NaN included; a negative number to
 * a fraction is NaN. An exponent of 2, 3, 0.5, -1, -2 or -0.5 that is a scalar gives products, quotients and
 * square roots in place of a power, as in PyTorch: -infinity to 0.5 is then NaN. The same inputs give the
 * same bits on any number of threads and any processor.
 *
 * Shapes: up to 8 dimensions. Tensors may have any strides and offset; "shape" is the shape of the view. The
 * output may be an input or overlap one; it must not overlap itself. Empty tensors are fine: nothing is done.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory that
 * phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer argument is
 * - 161002: a type that is not admitted, or types that do not promote; a type of the output that does not
 * hold the result
 * - 161002: a negative integer exponent with an integer or BOOL tensor
 * - 161002: another shape of the output than the tensor's
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that leaves
 * its storage, or a private format
 * - 561101: out of host memory
 * Phase two enqueues the planned work on a stream of the current context and returns without waiting for it.
 * It takes the workspace that phase one asked for (NULL if 0 bytes), and consumes the executor unless that is
 * repeatable. It returns
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 * executor of another operator; a workspace that shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 * stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */

/**
 * aclnnPowTensorScalar, phase one: out = self^exponent.
 *
 * @param[in] self  bases
 * @param[in] exponent  one number, of any type
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnPowTensorScalarGetWorkspaceSize(const aclTensor* self, const aclScalar* exponent,
                                                           aclTensor* out, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);
/** Phase two of aclnnPowTensorScalar. */
ACLNN_API aclnnStatus aclnnPowTensorScalar(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

/**
 * aclnnInplacePowTensorScalar, phase one: selfRef = selfRef^exponent.
 *
 * @param[in,out] selfRef  bases and result
 * @param[in] exponent  one number, of any type
 */
ACLNN_API aclnnStatus aclnnInplacePowTensorScalarGetWorkspaceSize(aclTensor* selfRef,
                                                                  const aclScalar* exponent,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);
/** Phase two of aclnnInplacePowTensorScalar. */
ACLNN_API aclnnStatus aclnnInplacePowTensorScalar(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnPowScalarTensor, phase one: out = self^exponent.
 *
 * @param[in] self  one number, of any type
 * @param[in] exponent  exponents
 * @param[out] out  the shape of exponent
 */
ACLNN_API aclnnStatus aclnnPowScalarTensorGetWorkspaceSize(const aclScalar* self, const aclTensor* exponent,
                                                           aclTensor* out, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);
/** Phase two of aclnnPowScalarTensor. */
ACLNN_API aclnnStatus aclnnPowScalarTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_POW_H_ */
