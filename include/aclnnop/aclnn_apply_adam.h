/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnApplyAdam: a step of Adam. */

#ifndef ACLNNOP_ACLNN_APPLY_ADAM_H_
#define ACLNNOP_ACLNN_APPLY_ADAM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnApplyAdam: m = beta1 * m + (1 - beta1) * grad; v = beta2 * v + (1 - beta2) * grad^2;
 * var -= lr * sqrt(1 - beta2Power) / (1 - beta1Power) * n / (sqrt(v) + epsilon). n is m, with useNesterov
 * beta1 * m + (1 - beta1) * grad.
 * Types: FLOAT, FLOAT16, BFLOAT16, the same for var, m, v, grad; of the other tensors also DOUBLE. All is computed in
 * FLOAT and rounded once. Source: TensorFlow's ApplyAdam.
 *
 * @param[in,out] var  the parameter
 * @param[in,out] m  the first moment, in the shape of var
 * @param[in,out] v  the second moment, in the shape of var
 * @param[in] beta1Power  beta1 to the number of this step, one element
 * @param[in] beta2Power  beta2 to the number of this step, one element
 * @param[in] lr  the learning rate, one element
 * @param[in] beta1  one element
 * @param[in] beta2  one element
 * @param[in] epsilon  one element
 * @param[in] grad  the gradient, in the shape of var
 * @param[in] useLocking  has no effect
 * @param[in] useNesterov  whether the step looks ahead
 */
ACLNN_API aclnnStatus aclnnApplyAdamGetWorkspaceSize(aclTensor* var, const aclTensor* m, const aclTensor* v,
                                                     const aclTensor* beta1Power, const aclTensor* beta2Power,
                                                     const aclTensor* lr, const aclTensor* beta1,
                                                     const aclTensor* beta2, const aclTensor* epsilon,
                                                     const aclTensor* grad, bool useLocking, bool useNesterov,
                                                     uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnApplyAdam. */
ACLNN_API aclnnStatus aclnnApplyAdam(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_APPLY_ADAM_H_ */
