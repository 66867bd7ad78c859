/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnPowTensorTensor, aclnnInplacePowTensorTensor: powers of tensors.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128.
 * Operands promote, scalars included.
 * Arithmetic: the error before rounding is below 1 ulp for FLOAT, FLOAT16 and BFLOAT16. Float64 for complex
 * numbers. Integers are multiplied, wrapping around; 1 over an integer is 0, except for 1 and -1. x^0 is 1
 * and 1^y is 1, NaN included; a negative base with a fractional exponent gives NaN.
 * Shapes: the operands broadcast.
 */

#ifndef ACLNNOP_ACLNN_POW_TENSOR_TENSOR_H_
#define ACLNNOP_ACLNN_POW_TENSOR_TENSOR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnPowTensorTensor: out = self^exponent.
 * @param[in] self  bases
 * @param[in] exponent  exponents
 * @param[out] out  the broadcast shape of self and exponent
 */
ACLNN_API aclnnStatus aclnnPowTensorTensorGetWorkspaceSize(const aclTensor* self, const aclTensor* exponent,
                                                           aclTensor* out, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);
/** Phase two of aclnnPowTensorTensor. */
ACLNN_API aclnnStatus aclnnPowTensorTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

/**
 * aclnnInplacePowTensorTensor: selfRef = selfRef^exponent.
 * @param[in,out] selfRef  bases and result
 * @param[in] exponent  exponents; broadcasts to selfRef
 */
ACLNN_API aclnnStatus aclnnInplacePowTensorTensorGetWorkspaceSize(aclTensor* selfRef,
                                                                  const aclTensor* exponent,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);
/** Phase two of aclnnInplacePowTensorTensor. */
ACLNN_API aclnnStatus aclnnInplacePowTensorTensor(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_POW_TENSOR_TENSOR_H_ */
