/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnSub, aclnnInplaceSub, aclnnSubs, aclnnInplaceSubs: differences.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128.
 * Operands promote, scalars included.
 * Arithmetic: one fused multiply-add; for BOOL, a difference is whether the operands differ.
 * Shapes: the operands broadcast.
 */

#ifndef ACLNNOP_ACLNN_SUB_H_
#define ACLNNOP_ACLNN_SUB_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSub: out = self - alpha * other.
 * @param[in] self  first operand
 * @param[in] other  second operand
 * @param[in] alpha  scalar; a fraction requires floating-point operands, a BOOL requires BOOL operands
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnSubGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                               const aclScalar* alpha, aclTensor* out,
                                               uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSub. */
ACLNN_API aclnnStatus aclnnSub(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

/**
 * aclnnInplaceSub: selfRef = selfRef - alpha * other.
 * @param[in,out] selfRef  first operand and result
 * @param[in] other  second operand; broadcasts to selfRef
 * @param[in] alpha  scalar; a fraction requires floating-point operands, a BOOL requires BOOL operands
 */
ACLNN_API aclnnStatus aclnnInplaceSubGetWorkspaceSize(aclTensor* selfRef, const aclTensor* other,
                                                      const aclScalar* alpha, uint64_t* workspaceSize,
                                                      aclOpExecutor** executor);
/** Phase two of aclnnInplaceSub. */
ACLNN_API aclnnStatus aclnnInplaceSub(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

/**
 * aclnnSubs: out = self - alpha * other, with a scalar other.
 * @param[in] self  first operand
 * @param[in] other  scalar of any type
 * @param[in] alpha  scalar; a fraction requires floating-point operands, a BOOL requires BOOL operands
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnSubsGetWorkspaceSize(const aclTensor* self, const aclScalar* other,
                                                const aclScalar* alpha, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSubs. */
ACLNN_API aclnnStatus aclnnSubs(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnInplaceSubs: selfRef = selfRef - alpha * other, with a scalar other.
 * @param[in,out] selfRef  first operand and result
 * @param[in] other  scalar of any type
 * @param[in] alpha  scalar; a fraction requires floating-point operands, a BOOL requires BOOL operands
 */
ACLNN_API aclnnStatus aclnnInplaceSubsGetWorkspaceSize(aclTensor* selfRef, const aclScalar* other,
                                                       const aclScalar* alpha, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnInplaceSubs. */
ACLNN_API aclnnStatus aclnnInplaceSubs(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SUB_H_ */
