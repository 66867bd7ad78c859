/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnGeScalar, aclnnInplaceGeScalar: whether >= holds.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, BOOL. Scalars promote.
 * The result is BOOL; out has any type, selfRef one that can hold the promoted type. Operands are compared in
 * their promoted type. With a NaN the result is 0. -0 equals 0.
 * Shapes: all tensors have one shape.
 */

#ifndef ACLNNOP_ACLNN_GE_SCALAR_H_
#define ACLNNOP_ACLNN_GE_SCALAR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGeScalar: out = self >= other, with a scalar other.
 * @param[in] self  first operand
 * @param[in] other  scalar of any type
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnGeScalarGetWorkspaceSize(const aclTensor* self, const aclScalar* other,
                                                    aclTensor* out, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor);
/** Phase two of aclnnGeScalar. */
ACLNN_API aclnnStatus aclnnGeScalar(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

/**
 * aclnnInplaceGeScalar: selfRef = selfRef >= other, with a scalar other.
 * @param[in,out] selfRef  first operand, and result
 * @param[in] other  scalar of any type
 */
ACLNN_API aclnnStatus aclnnInplaceGeScalarGetWorkspaceSize(aclTensor* selfRef, const aclScalar* other,
                                                           uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceGeScalar. */
ACLNN_API aclnnStatus aclnnInplaceGeScalar(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GE_SCALAR_H_ */
