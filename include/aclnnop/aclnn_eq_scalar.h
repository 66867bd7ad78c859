/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnEqScalar, aclnnInplaceEqScalar: whether == holds.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, BOOL, COMPLEX64,
 * COMPLEX128. Scalars promote. The result is BOOL; out has any type, selfRef one that can hold the promoted
 * type. Operands are compared in their promoted type. With a NaN the result is 0. -0 equals 0.
 * Shapes: all tensors have one shape.
 */

#ifndef ACLNNOP_ACLNN_EQ_SCALAR_H_
#define ACLNNOP_ACLNN_EQ_SCALAR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnEqScalar: out = self == other, with a scalar other.
 * @param[in] self  first operand
 * @param[in] other  scalar of any type
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnEqScalarGetWorkspaceSize(const aclTensor* self, const aclScalar* other,
                                                    aclTensor* out, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor);
/** Phase two of aclnnEqScalar. */
ACLNN_API aclnnStatus aclnnEqScalar(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

/**
 * aclnnInplaceEqScalar: selfRef = selfRef == other, with a scalar other.
 * @param[in,out] selfRef  first operand, and result
 * @param[in] other  scalar of any type
 */
ACLNN_API aclnnStatus aclnnInplaceEqScalarGetWorkspaceSize(aclTensor* selfRef, const aclScalar* other,
                                                           uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceEqScalar. */
ACLNN_API aclnnStatus aclnnInplaceEqScalar(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_EQ_SCALAR_H_ */
