/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnEqTensor, aclnnInplaceEqTensor: whether == holds.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, BOOL, COMPLEX64,
 * COMPLEX128. Operands promote. The result is BOOL; out has any type, selfRef one that can hold the promoted
 * type. Operands are compared in their promoted type. With a NaN the result is 0. -0 equals 0.
 * Shapes: the operands broadcast.
 */

#ifndef ACLNNOP_ACLNN_EQ_TENSOR_H_
#define ACLNNOP_ACLNN_EQ_TENSOR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnEqTensor: out = self == other.
 * @param[in] self  first operand
 * @param[in] other  second operand
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnEqTensorGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                                    aclTensor* out, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor);
/** Phase two of aclnnEqTensor. */
ACLNN_API aclnnStatus aclnnEqTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

/**
 * aclnnInplaceEqTensor: selfRef = selfRef == other.
 * @param[in,out] selfRef  first operand, and result
 * @param[in] other  second operand; broadcasts to selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceEqTensorGetWorkspaceSize(aclTensor* selfRef, const aclTensor* other,
                                                           uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceEqTensor. */
ACLNN_API aclnnStatus aclnnInplaceEqTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_EQ_TENSOR_H_ */
