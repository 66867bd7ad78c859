/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnThresholdBackward: gradient of aclnnThreshold and of aclnnRelu. */

#ifndef ACLNNOP_ACLNN_THRESHOLD_BACKWARD_H_
#define ACLNNOP_ACLNN_THRESHOLD_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnThresholdBackward: out = self <= threshold ? 0 : gradOutput.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. Operands promote. Scalars have
 * any type.
 * Arithmetic: exact. If self is NaN, gradOutput passes (as in PyTorch).
 * Shapes: the operands broadcast.
 *
 * @param[in] gradOutput  gradient with respect to the output
 * @param[in] self  operand of the forward operator; broadcasts with gradOutput
 * @param[in] threshold  scalar
 * @param[out] out  gradient with respect to the operand; the broadcast shape of gradOutput and self
 */
ACLNN_API aclnnStatus aclnnThresholdBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                             const aclTensor* self,
                                                             const aclScalar* threshold, aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnThresholdBackward. */
ACLNN_API aclnnStatus aclnnThresholdBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_THRESHOLD_BACKWARD_H_ */
