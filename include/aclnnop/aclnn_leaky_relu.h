/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnLeakyRelu, aclnnInplaceLeakyRelu: leaky rectified linear unit.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. out has the type of self. Scalars have any type.
 * Shapes: all tensors have one shape.
 */

#ifndef ACLNNOP_ACLNN_LEAKY_RELU_H_
#define ACLNNOP_ACLNN_LEAKY_RELU_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLeakyRelu: out = self > 0 ? self : negativeSlope * self.
 * @param[in] self  operand
 * @param[in] negativeSlope  the slope below zero, a scalar
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnLeakyReluGetWorkspaceSize(const aclTensor* self, const aclScalar* negativeSlope,
                                                     aclTensor* out, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);
/** Phase two of aclnnLeakyRelu. */
ACLNN_API aclnnStatus aclnnLeakyRelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

/**
 * aclnnInplaceLeakyRelu: selfRef = selfRef > 0 ? selfRef : negativeSlope * selfRef.
 * @param[in,out] selfRef  operand and result
 * @param[in] negativeSlope  the slope below zero, a scalar
 */
ACLNN_API aclnnStatus aclnnInplaceLeakyReluGetWorkspaceSize(aclTensor* selfRef,
                                                            const aclScalar* negativeSlope,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnInplaceLeakyRelu. */
ACLNN_API aclnnStatus aclnnInplaceLeakyRelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LEAKY_RELU_H_ */
