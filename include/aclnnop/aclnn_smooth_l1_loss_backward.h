/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSmoothL1LossBackward: gradient of aclnnSmoothL1Loss for self. */

#ifndef ACLNNOP_ACLNN_SMOOTH_L1_LOSS_BACKWARD_H_
#define ACLNNOP_ACLNN_SMOOTH_L1_LOSS_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSmoothL1LossBackward: gradInput = gradOut * (self - target) / beta if |self - target| < beta,
 * otherwise gradOut * sign(self - target).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, in any mix, also of gradInput. Computed in float64 if an input is
 * DOUBLE.
 * Shapes: gradOut, self and target broadcast to the shape of gradInput. For a mean, the gradient is divided
 * by the number of elements of self and target broadcast.
 *
 * @param[in] gradOut  gradient of the loss
 * @param[in] self  prediction
 * @param[in] target  expected values
 * @param[in] reduction  0 none, 1 mean, 2 sum
 * @param[in] beta  threshold between squares and absolute values; 0: only absolute values
 * @param[out] gradInput  gradient for self
 * @return 161002 if beta is negative or NaN
 */
ACLNN_API aclnnStatus aclnnSmoothL1LossBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclTensor* self, const aclTensor* target, int64_t reduction, float beta,
    aclTensor* gradInput, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSmoothL1LossBackward. */
ACLNN_API aclnnStatus aclnnSmoothL1LossBackward(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SMOOTH_L1_LOSS_BACKWARD_H_ */
