/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnAddcmul, aclnnInplaceAddcmul: a sum with a scaled product.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. Operands promote.
 * Arithmetic: value * tensor1 is rounded, then one fused multiply-add follows.
 * Shapes: the operands broadcast.
 * Status codes: 161002 if value is a BOOL, or a fraction with integer operands
 */

#ifndef ACLNNOP_ACLNN_ADDCMUL_H_
#define ACLNNOP_ACLNN_ADDCMUL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAddcmul: out = self + value * tensor1 * tensor2.
 * @param[in] self  first term
 * @param[in] tensor1  first factor; broadcasts
 * @param[in] tensor2  second factor; broadcasts
 * @param[in] value  scalar; a fraction requires floating-point operands
 * @param[out] out  the broadcast shape of the operands
 */
ACLNN_API aclnnStatus aclnnAddcmulGetWorkspaceSize(const aclTensor* self, const aclTensor* tensor1,
                                                   const aclTensor* tensor2, const aclScalar* value,
                                                   aclTensor* out, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor);
/** Phase two of aclnnAddcmul. */
ACLNN_API aclnnStatus aclnnAddcmul(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

/**
 * aclnnInplaceAddcmul: selfRef = selfRef + value * tensor1 * tensor2.
 * @param[in,out] selfRef  first term, and result
 * @param[in] tensor1  first factor; broadcasts
 * @param[in] tensor2  second factor; broadcasts
 * @param[in] value  scalar; a fraction requires floating-point operands
 */
ACLNN_API aclnnStatus aclnnInplaceAddcmulGetWorkspaceSize(aclTensor* selfRef, const aclTensor* tensor1,
                                                          const aclTensor* tensor2, const aclScalar* value,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceAddcmul. */
ACLNN_API aclnnStatus aclnnInplaceAddcmul(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADDCMUL_H_ */
