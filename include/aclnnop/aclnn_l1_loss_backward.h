/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnL1LossBackward: gradient of absolute differences for self. */

#ifndef ACLNNOP_ACLNN_L1_LOSS_BACKWARD_H_
#define ACLNNOP_ACLNN_L1_LOSS_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnL1LossBackward: gradInput = gradOutput * sign(self - target), with sign(0) = 0.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, in any mix, also of gradInput. Computed in float64 if an input is
 * DOUBLE.
 * Shapes: gradOutput, self and target broadcast to the shape of gradInput. For a mean, the gradient is
 * divided by the number of elements of self and target broadcast.
 *
 * @param[in] gradOutput  gradient of the loss
 * @param[in] self  prediction
 * @param[in] target  expected values
 * @param[in] reduction  0 none, 1 mean, 2 sum
 * @param[out] gradInput  gradient for self
 */
ACLNN_API aclnnStatus aclnnL1LossBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                          const aclTensor* target, int64_t reduction,
                                                          aclTensor* gradInput, uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);
/** Phase two of aclnnL1LossBackward. */
ACLNN_API aclnnStatus aclnnL1LossBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_L1_LOSS_BACKWARD_H_ */
