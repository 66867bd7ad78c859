/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnXLogYTensor, aclnnInplaceXLogYTensor: product of a tensor and the logarithm of another one.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. Integers and BOOL are
 * computed as FLOAT; out must be a floating-point type.
 * Shapes: the operands broadcast.
 */

#ifndef ACLNNOP_ACLNN_X_LOG_Y_TENSOR_H_
#define ACLNNOP_ACLNN_X_LOG_Y_TENSOR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnXLogYTensor: out = self log(other); NaN if other is NaN, otherwise 0 if self is 0.
 * @param[in] self  factor
 * @param[in] other  argument of the logarithm
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnXLogYTensorGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                                       aclTensor* out, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnXLogYTensor. */
ACLNN_API aclnnStatus aclnnXLogYTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

/**
 * aclnnInplaceXLogYTensor: selfRef = selfRef log(other); NaN if other is NaN, otherwise 0 if selfRef is 0.
 * @param[in,out] selfRef  factor and result; of a floating-point type
 * @param[in] other  argument of the logarithm; broadcasts to selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceXLogYTensorGetWorkspaceSize(aclTensor* selfRef, const aclTensor* other,
                                                              uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);
/** Phase two of aclnnInplaceXLogYTensor. */
ACLNN_API aclnnStatus aclnnInplaceXLogYTensor(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_X_LOG_Y_TENSOR_H_ */
