/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnAddcdiv, aclnnInplaceAddcdiv: a sum with a scaled quotient.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT64. Operands promote.
 * Arithmetic: the quotient is rounded, then one fused multiply-add follows. For INT64 the quotient is
 * truncated, and x / 0 gives -1.
 * Shapes: the operands broadcast.
 * Status codes: 161002 if value is a BOOL, or a fraction with INT64 operands
 */

#ifndef ACLNNOP_ACLNN_ADDCDIV_H_
#define ACLNNOP_ACLNN_ADDCDIV_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAddcdiv: out = self + value * (tensor1 / tensor2).
 * @param[in] self  first term
 * @param[in] tensor1  dividend; broadcasts
 * @param[in] tensor2  divisor; broadcasts
 * @param[in] value  scalar; a fraction requires floating-point operands
 * @param[out] out  the broadcast shape of the operands
 */
ACLNN_API aclnnStatus aclnnAddcdivGetWorkspaceSize(const aclTensor* self, const aclTensor* tensor1,
                                                   const aclTensor* tensor2, const aclScalar* value,
                                                   aclTensor* out, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor);
/** Phase two of aclnnAddcdiv. */
ACLNN_API aclnnStatus aclnnAddcdiv(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

/**
 * aclnnInplaceAddcdiv: selfRef = selfRef + value * (tensor1 / tensor2).
 * @param[in,out] selfRef  first term, and result
 * @param[in] tensor1  dividend; broadcasts
 * @param[in] tensor2  divisor; broadcasts
 * @param[in] value  scalar; a fraction requires floating-point operands
 */
ACLNN_API aclnnStatus aclnnInplaceAddcdivGetWorkspaceSize(aclTensor* selfRef, const aclTensor* tensor1,
                                                          const aclTensor* tensor2, const aclScalar* value,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceAddcdiv. */
ACLNN_API aclnnStatus aclnnInplaceAddcdiv(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADDCDIV_H_ */
