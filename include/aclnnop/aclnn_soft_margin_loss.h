/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSoftMarginLoss: soft margin loss. */

#ifndef ACLNNOP_ACLNN_SOFT_MARGIN_LOSS_H_
#define ACLNNOP_ACLNN_SOFT_MARGIN_LOSS_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSoftMarginLoss: without reduction, out = t; otherwise the mean or the sum of t. t = log(1 +
 * exp(-target * self)), computed without overflow.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, in any mix, also of out. Computed in float64 if an input is
 * DOUBLE.
 * Shapes: self and target broadcast. Without reduction out has their common shape, otherwise one element. The
 * mean of no elements is NaN, their sum is 0.
 *
 * @param[in] self  prediction
 * @param[in] target  -1 or 1
 * @param[in] reduction  0 none, 1 mean, 2 sum
 * @param[out] out  the loss
 */
ACLNN_API aclnnStatus aclnnSoftMarginLossGetWorkspaceSize(const aclTensor* self, const aclTensor* target,
                                                          int64_t reduction, aclTensor* out,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSoftMarginLoss. */
ACLNN_API aclnnStatus aclnnSoftMarginLoss(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SOFT_MARGIN_LOSS_H_ */
