/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnLogicalOr, aclnnInplaceLogicalOr: logical operation.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128, in any mix: every element that is not zero is true, including NaN. The result is
 * BOOL; out has any type.
 * Arithmetic: exact.
 * Shapes: the operands broadcast.
 */

#ifndef ACLNNOP_ACLNN_LOGICAL_OR_H_
#define ACLNNOP_ACLNN_LOGICAL_OR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLogicalOr: out = whether at least one of self and other is true.
 * @param[in] self  first operand
 * @param[in] other  second operand
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnLogicalOrGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                                     aclTensor* out, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);
/** Phase two of aclnnLogicalOr. */
ACLNN_API aclnnStatus aclnnLogicalOr(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

/**
 * aclnnInplaceLogicalOr: selfRef = whether at least one of selfRef and other is true.
 * @param[in,out] selfRef  first operand, and result
 * @param[in] other  second operand; broadcasts to selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceLogicalOrGetWorkspaceSize(aclTensor* selfRef, const aclTensor* other,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnInplaceLogicalOr. */
ACLNN_API aclnnStatus aclnnInplaceLogicalOr(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LOGICAL_OR_H_ */
