/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnPowTensorScalar, aclnnInplacePowTensorScalar, aclnnPowScalarTensor: powers of a tensor and a
 * scalar.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128.
 * Operands promote, scalars included.
 * Arithmetic: the error before rounding is below 1 ulp for FLOAT, FLOAT16 and BFLOAT16. Float64 for complex
 * numbers. Integers are multiplied, wrapping around; 1 over an integer is 0, except for 1 and -1. x^0 is 1
 * and 1^y is 1, NaN included; a negative base with a fractional exponent gives NaN. A scalar exponent of 2,
 * 3, 0.5, -1, -2 or -0.5 is computed with products, quotients and square roots instead of a power, as in
 * PyTorch: -infinity to 0.5 is then NaN.
 * Status codes: 161002 if an integer exponent is negative and the tensor has an integer type or BOOL
 */

#ifndef ACLNNOP_ACLNN_POW_H_
#define ACLNNOP_ACLNN_POW_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnPowTensorScalar: out = self^exponent.
 * @param[in] self  bases
 * @param[in] exponent  scalar of any type
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnPowTensorScalarGetWorkspaceSize(const aclTensor* self, const aclScalar* exponent,
                                                           aclTensor* out, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);
/** Phase two of aclnnPowTensorScalar. */
ACLNN_API aclnnStatus aclnnPowTensorScalar(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

/**
 * aclnnInplacePowTensorScalar: selfRef = selfRef^exponent.
 * @param[in,out] selfRef  bases and result
 * @param[in] exponent  scalar of any type
 */
ACLNN_API aclnnStatus aclnnInplacePowTensorScalarGetWorkspaceSize(aclTensor* selfRef,
                                                                  const aclScalar* exponent,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);
/** Phase two of aclnnInplacePowTensorScalar. */
ACLNN_API aclnnStatus aclnnInplacePowTensorScalar(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnPowScalarTensor: out = self^exponent.
 * @param[in] self  scalar of any type
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
