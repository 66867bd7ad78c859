/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnLeakyReluBackward: gradient of aclnnLeakyRelu. */

#ifndef ACLNNOP_ACLNN_LEAKY_RELU_BACKWARD_H_
#define ACLNNOP_ACLNN_LEAKY_RELU_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLeakyReluBackward: out = self > 0 ? gradOutput : negativeSlope * gradOutput.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Operands promote. Scalars have any type.
 * Shapes: the operands broadcast.
 * @param[in] gradOutput  gradient with respect to the output
 * @param[in] self  operand of the forward operator; broadcasts with gradOutput
 * @param[in] negativeSlope  the slope below zero, a scalar
 * @param[in] selfIsResult  whether self is the output of the forward operator, which has the same sign as its
 *     input
 * @param[out] out  gradient with respect to the operand; the broadcast shape of gradOutput and self
 */
ACLNN_API aclnnStatus aclnnLeakyReluBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclScalar* negativeSlope, bool selfIsResult,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnLeakyReluBackward. */
ACLNN_API aclnnStatus aclnnLeakyReluBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LEAKY_RELU_BACKWARD_H_ */
