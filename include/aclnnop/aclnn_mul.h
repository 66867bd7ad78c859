/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnMul, aclnnInplaceMul, aclnnMuls, aclnnInplaceMuls: products.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128.
 * Operands promote, scalars included. Complex products follow (a + bi)(c + di) = (ac - bd) + (ad + bc)i.
 * Shapes: the operands broadcast.
 */

#ifndef ACLNNOP_ACLNN_MUL_H_
#define ACLNNOP_ACLNN_MUL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMul: out = self * other.
 * @param[in] self  first factor
 * @param[in] other  second factor
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnMulGetWorkspaceSize(const aclTensor* self, const aclTensor* other, aclTensor* out,
                                               uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMul. */
ACLNN_API aclnnStatus aclnnMul(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

/**
 * aclnnInplaceMul: selfRef = selfRef * other.
 * @param[in,out] selfRef  first factor and result
 * @param[in] other  second factor; broadcasts to selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceMulGetWorkspaceSize(aclTensor* selfRef, const aclTensor* other,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceMul. */
ACLNN_API aclnnStatus aclnnInplaceMul(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

/**
 * aclnnMuls: out = self * other, with a scalar other.
 * @param[in] self  first factor
 * @param[in] other  scalar of any type
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnMulsGetWorkspaceSize(const aclTensor* self, const aclScalar* other, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMuls. */
ACLNN_API aclnnStatus aclnnMuls(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnInplaceMuls: selfRef = selfRef * other, with a scalar other.
 * @param[in,out] selfRef  first factor and result
 * @param[in] other  scalar of any type
 */
ACLNN_API aclnnStatus aclnnInplaceMulsGetWorkspaceSize(aclTensor* selfRef, const aclScalar* other,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceMuls. */
ACLNN_API aclnnStatus aclnnInplaceMuls(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MUL_H_ */
