/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnAddr, aclnnInplaceAddr: a matrix plus an outer product.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128.
 * Operands promote.
 * Arithmetic: beta * self and alpha * vec1 are rounded, then one fused multiply-add follows. Integers wrap
 * around. If beta is 0, NaN and infinities in self do not reach the result. Source: PyTorch's torch.addr.
 * Status codes: 161002 if beta or alpha is a BOOL and an operand is not, or a fraction with integer operands
 */

#ifndef ACLNNOP_ACLNN_ADDR_H_
#define ACLNNOP_ACLNN_ADDR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAddr: out[i, j] = beta * self[i, j] + alpha * vec1[i] * vec2[j].
 * @param[in] self  first term; broadcasts to the shape of out
 * @param[in] vec1  [n]
 * @param[in] vec2  [m]
 * @param[in] betaOptional  scalar; NULL means 1
 * @param[in] alphaOptional  scalar; NULL means 1
 * @param[out] out  [n, m]
 */
ACLNN_API aclnnStatus aclnnAddrGetWorkspaceSize(const aclTensor* self, const aclTensor* vec1,
                                                const aclTensor* vec2, const aclScalar* betaOptional,
                                                const aclScalar* alphaOptional, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAddr. */
ACLNN_API aclnnStatus aclnnAddr(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnInplaceAddr: selfRef[i, j] = beta * selfRef[i, j] + alpha * vec1[i] * vec2[j].
 * @param[in,out] selfRef  [n, m]; first term, and result
 * @param[in] vec1  [n]
 * @param[in] vec2  [m]
 * @param[in] betaOptional  scalar; NULL means 1
 * @param[in] alphaOptional  scalar; NULL means 1
 */
ACLNN_API aclnnStatus aclnnInplaceAddrGetWorkspaceSize(aclTensor* selfRef, const aclTensor* vec1,
                                                       const aclTensor* vec2, const aclScalar* betaOptional,
                                                       const aclScalar* alphaOptional,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceAddr. */
ACLNN_API aclnnStatus aclnnInplaceAddr(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADDR_H_ */
