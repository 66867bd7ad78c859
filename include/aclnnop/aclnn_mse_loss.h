/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMseLoss: the mean squared error. */

#ifndef ACLNNOP_ACLNN_MSE_LOSS_H_
#define ACLNNOP_ACLNN_MSE_LOSS_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMseLoss: reduction 0: out = (self - target)^2; 2: the sum of these; 1: their mean.
 * Types: FLOAT, FLOAT16, BFLOAT16, also mixed. self and target promote.
 * Arithmetic: differences and squares in float32; sums in fixed blocks, as in aclnnReduceSum, joined in
 * float64; rounded once. The sum of no elements is 0, their mean is NaN.
 * Source: PyTorch's torch.nn.functional.mse_loss.
 *
 * @param[in] self  prediction
 * @param[in] target  expected values
 * @param[in] reduction  0 none, 1 mean, 2 sum
 * @param[out] out  for reduction 0 the shape of self and target broadcast together, otherwise one element
 */
ACLNN_API aclnnStatus aclnnMseLossGetWorkspaceSize(const aclTensor* self, const aclTensor* target,
                                                   int64_t reduction, aclTensor* out, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor);
/** Phase two of aclnnMseLoss. */
ACLNN_API aclnnStatus aclnnMseLoss(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MSE_LOSS_H_ */
