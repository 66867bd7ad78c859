/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSoftMarginLossBackward: gradient of aclnnSoftMarginLoss for self. */

#ifndef ACLNNOP_ACLNN_SOFT_MARGIN_LOSS_BACKWARD_H_
#define ACLNNOP_ACLNN_SOFT_MARGIN_LOSS_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSoftMarginLossBackward: out = -gradOutput * target * sigmoid(-target * self).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, in any mix, also of out. Computed in float64 if an input is
 * DOUBLE.
 * Shapes: gradOutput, self and target broadcast to the shape of out. For a mean, the gradient is divided by
 * the number of elements of self and target broadcast.
 *
 * @param[in] gradOutput  gradient of the loss
 * @param[in] self  prediction
 * @param[in] target  -1 or 1
 * @param[in] reduction  0 none, 1 mean, 2 sum
 * @param[out] out  gradient for self
 */
ACLNN_API aclnnStatus aclnnSoftMarginLossBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                                  const aclTensor* self,
                                                                  const aclTensor* target, int64_t reduction,
                                                                  aclTensor* out, uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);
/** Phase two of aclnnSoftMarginLossBackward. */
ACLNN_API aclnnStatus aclnnSoftMarginLossBackward(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SOFT_MARGIN_LOSS_BACKWARD_H_ */
