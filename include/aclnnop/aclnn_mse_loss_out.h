/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMseLossOut: squared differences, and their mean or sum over the first dimension. */

#ifndef ACLNNOP_ACLNN_MSE_LOSS_OUT_H_
#define ACLNNOP_ACLNN_MSE_LOSS_OUT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMseLossOut: out = (self - target)^2, or the mean or the sum of these over dimension 0. If out has one
 * element although more dimensions are left, the mean or the sum goes over all dimensions.
 * Types: FLOAT, FLOAT16, BFLOAT16, also different ones. Arithmetic: differences and squares in FLOAT, sums in
 * float64, rounded once. The mean of nothing is NaN.
 *
 * @param[in] self  prediction
 * @param[in] target  broadcasts with self
 * @param[in] reduction  0: none, 1: mean, 2: sum
 * @param[out] out  the broadcast shape of self and target, for a mean or a sum without its first dimension, or one
 *     element
 */
ACLNN_API aclnnStatus aclnnMseLossOutGetWorkspaceSize(const aclTensor* self, const aclTensor* target,
                                                      int64_t reduction, aclTensor* out,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMseLossOut. */
ACLNN_API aclnnStatus aclnnMseLossOut(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MSE_LOSS_OUT_H_ */
