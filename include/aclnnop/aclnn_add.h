/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnAdd, aclnnInplaceAdd, aclnnAdds, aclnnInplaceAdds: sums.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128.
 * Operands promote, scalars included. Complex products follow (a + bi)(c + di) = (ac - bd) + (ad + bc)i.
 * Shapes: the operands broadcast.
 */

#ifndef ACLNNOP_ACLNN_ADD_H_
#define ACLNNOP_ACLNN_ADD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAdd: out = self + alpha * other, rounded once.
 * @param[in] self  first operand
 * @param[in] other  second operand
 * @param[in] alpha  scalar; a fraction requires floating-point operands, a BOOL requires BOOL operands
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnAddGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                               const aclScalar* alpha, aclTensor* out,
                                               uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAdd. */
ACLNN_API aclnnStatus aclnnAdd(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

/**
 * aclnnInplaceAdd: selfRef = selfRef + alpha * other.
 * @param[in,out] selfRef  first operand and result
 * @param[in] other  second operand; broadcasts to selfRef
 * @param[in] alpha  scalar; a fraction requires floating-point operands, a BOOL requires BOOL operands
 */
ACLNN_API aclnnStatus aclnnInplaceAddGetWorkspaceSize(aclTensor* selfRef, const aclTensor* other,
                                                      const aclScalar* alpha, uint64_t* workspaceSize,
                                                      aclOpExecutor** executor);
/** Phase two of aclnnInplaceAdd. */
ACLNN_API aclnnStatus aclnnInplaceAdd(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

/**
 * aclnnAdds: out = self + alpha * other, with a scalar other.
 * @param[in] self  first operand
 * @param[in] other  scalar of any type
 * @param[in] alpha  scalar; a fraction requires floating-point operands, a BOOL requires BOOL operands
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnAddsGetWorkspaceSize(const aclTensor* self, const aclScalar* other,
                                                const aclScalar* alpha, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAdds. */
ACLNN_API aclnnStatus aclnnAdds(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnInplaceAdds: selfRef = selfRef + alpha * other, with a scalar other.
 * @param[in,out] selfRef  first operand and result
 * @param[in] other  scalar of any type
 * @param[in] alpha  scalar; a fraction requires floating-point operands, a BOOL requires BOOL operands
 */
ACLNN_API aclnnStatus aclnnInplaceAddsGetWorkspaceSize(aclTensor* selfRef, const aclScalar* other,
                                                       const aclScalar* alpha, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnInplaceAdds. */
ACLNN_API aclnnStatus aclnnInplaceAdds(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADD_H_ */
