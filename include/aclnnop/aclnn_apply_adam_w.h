/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnApplyAdamW: a step of AdamW. */

#ifndef ACLNNOP_ACLNN_APPLY_ADAM_W_H_
#define ACLNNOP_ACLNN_APPLY_ADAM_W_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnApplyAdamW: with g = grad, or -grad with maximize, m = beta1 * m + (1 - beta1) * g;
 * v = beta2 * v + (1 - beta2) * g^2; var = var * (1 - lr * weightDecay)
 * - lr / (1 - beta1Power * beta1) * m / (sqrt(w) / sqrt(1 - beta2Power * beta2) + eps). w is v, with amsgrad the
 * largest v so far, which maxGradNormOptional holds.
 * Types: FLOAT, FLOAT16, BFLOAT16, the same for varRef, mRef, vRef, grad, maxGradNormOptional; of the other tensors also
 * DOUBLE. All is computed in FLOAT and rounded once. Source: PyTorch's torch.optim.AdamW.
 *
 * @param[in,out] varRef  the parameter
 * @param[in,out] mRef  the first moment, in the shape of varRef
 * @param[in,out] vRef  the second moment, in the shape of varRef
 * @param[in] beta1Power  beta1 to the number of steps before this one, one element
 * @param[in] beta2Power  beta2 to the number of steps before this one, one element
 * @param[in] lr  the learning rate, one element
 * @param[in] weightDecay  one element
 * @param[in] beta1  one element
 * @param[in] beta2  one element
 * @param[in] eps  one element
 * @param[in] grad  the gradient, in the shape of varRef
 * @param[in,out] maxGradNormOptional  the largest second moment, in the shape of varRef; NULL without amsgrad
 * @param[in] amsgrad  whether the largest second moment counts
 * @param[in] maximize  whether the parameter follows the gradient, not its negative
 */
ACLNN_API aclnnStatus aclnnApplyAdamWGetWorkspaceSize(
    aclTensor* varRef, aclTensor* mRef, aclTensor* vRef, const aclTensor* beta1Power,
    const aclTensor* beta2Power, const aclTensor* lr, const aclTensor* weightDecay, const aclTensor* beta1,
    const aclTensor* beta2, const aclTensor* eps, const aclTensor* grad, const aclTensor* maxGradNormOptional,
    bool amsgrad, bool maximize, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnApplyAdamW. */
ACLNN_API aclnnStatus aclnnApplyAdamW(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_APPLY_ADAM_W_H_ */
