/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSmoothL1Loss: smooth L1 loss. */

#ifndef ACLNNOP_ACLNN_SMOOTH_L1_LOSS_H_
#define ACLNNOP_ACLNN_SMOOTH_L1_LOSS_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSmoothL1Loss: without reduction, result = t; otherwise the mean or the sum of t. With d = |self -
 * target|: t = d^2 / (2 beta) if d < beta, otherwise d - beta / 2.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, in any mix, also of result. Computed in float64 if an input is
 * DOUBLE.
 * Shapes: self and target broadcast. Without reduction result has their common shape, otherwise one element.
 * The mean of no elements is NaN, their sum is 0.
 *
 * @param[in] self  prediction
 * @param[in] target  expected values
 * @param[in] reduction  0 none, 1 mean, 2 sum
 * @param[in] beta  threshold between squares and absolute values; 0: only absolute values
 * @param[out] result  the loss
 * @return 161002 if beta is negative or NaN
 */
ACLNN_API aclnnStatus aclnnSmoothL1LossGetWorkspaceSize(const aclTensor* self, const aclTensor* target,
                                                        int64_t reduction, float beta, aclTensor* result,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSmoothL1Loss. */
ACLNN_API aclnnStatus aclnnSmoothL1Loss(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SMOOTH_L1_LOSS_H_ */
