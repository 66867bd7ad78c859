/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnLogicalNot, aclnnInplaceLogicalNot: logical negation.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128. The result is BOOL; out has any type.
 * Arithmetic: exact. NaN is not zero.
 * Shapes: all tensors have one shape.
 */

#ifndef ACLNNOP_ACLNN_LOGICAL_NOT_H_
#define ACLNNOP_ACLNN_LOGICAL_NOT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLogicalNot: out = whether self is zero.
 * @param[in] self  operand
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnLogicalNotGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnLogicalNot. */
ACLNN_API aclnnStatus aclnnLogicalNot(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

/**
 * aclnnInplaceLogicalNot: selfRef = whether selfRef is zero.
 * @param[in,out] selfRef  operand and result
 */
ACLNN_API aclnnStatus aclnnInplaceLogicalNotGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnInplaceLogicalNot. */
ACLNN_API aclnnStatus aclnnInplaceLogicalNot(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LOGICAL_NOT_H_ */
