/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnAddRelu, aclnnInplaceAddRelu: sum, or 0 if it is negative.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. Operands promote. Sums of
 * integers that the type does not hold wrap around.
 * Shapes: the operands broadcast.
 */

#ifndef ACLNNOP_ACLNN_ADD_RELU_H_
#define ACLNNOP_ACLNN_ADD_RELU_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAddRelu: out = max(self + alpha other, 0). NaN stays NaN.
 * @param[in] self  first operand
 * @param[in] other  second operand
 * @param[in] alpha  factor of other, a scalar; an integer if the operands are integers
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnAddReluGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                                   const aclScalar* alpha, aclTensor* out,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAddRelu. */
ACLNN_API aclnnStatus aclnnAddRelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

/**
 * aclnnInplaceAddRelu: selfRef = max(selfRef + alpha other, 0). NaN stays NaN.
 * @param[in,out] selfRef  first operand and result
 * @param[in] other  second operand; broadcasts to selfRef
 * @param[in] alpha  factor of other, a scalar; an integer if the operands are integers
 */
ACLNN_API aclnnStatus aclnnInplaceAddReluGetWorkspaceSize(aclTensor* selfRef, const aclTensor* other,
                                                          const aclScalar* alpha, uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);
/** Phase two of aclnnInplaceAddRelu. */
ACLNN_API aclnnStatus aclnnInplaceAddRelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADD_RELU_H_ */
