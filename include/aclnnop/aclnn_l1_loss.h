/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnL1Loss: L1 loss. */

#ifndef ACLNNOP_ACLNN_L1_LOSS_H_
#define ACLNNOP_ACLNN_L1_LOSS_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnL1Loss: without reduction, out = t; otherwise the mean or the sum of t. t = |self - target|.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, in any mix, also of out. Computed in float64 if an input is
 * DOUBLE. self and target may also both be INT64: out is then INT64, wraps around and has no mean.
 * Shapes: self and target broadcast. Without reduction out has their common shape, otherwise one element. The
 * mean of no elements is NaN, their sum is 0.
 *
 * @param[in] self  prediction
 * @param[in] target  expected values
 * @param[in] reduction  0 none, 1 mean, 2 sum
 * @param[out] out  the loss
 */
ACLNN_API aclnnStatus aclnnL1LossGetWorkspaceSize(const aclTensor* self, const aclTensor* target,
                                                  int64_t reduction, aclTensor* out, uint64_t* workspaceSize,
                                                  aclOpExecutor** executor);
/** Phase two of aclnnL1Loss. */
ACLNN_API aclnnStatus aclnnL1Loss(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_L1_LOSS_H_ */
