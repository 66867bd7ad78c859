/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFusedAdamw: a step of AdamW for lists of parameters. */

#ifndef ACLNNOP_ACLNN_FUSED_ADAMW_H_
#define ACLNNOP_ACLNN_FUSED_ADAMW_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFusedAdamw: for each parameter p and its moments m and v, with g = grad / gradScaleOptional, or its negative with
 * maximize, m = beta1 * m + (1 - beta1) * g; v = beta2 * v + (1 - beta2) * g^2;
 * p = p * (1 - lr * weightDecay) - lr / (1 - beta1^step) * m / (sqrt(w) / sqrt(1 - beta2^step) + eps).
 * w is v, with amsgrad the largest v so far, which maxExpAvgSqsRef holds. If foundInfOptional is not 0, nothing changes.
 * Types: FLOAT, FLOAT16, BFLOAT16, the same for all tensors at one place of the lists; stateSteps INT64, INT32, FLOAT;
 * gradScaleOptional and foundInfOptional FLOAT. All is computed in FLOAT and rounded once. Source: PyTorch's
 * torch.optim.AdamW with fused=True.
 *
 * @param[in,out] paramsRef  the parameters
 * @param[in] grads  their gradients, unmodified
 * @param[in,out] expAvgsRef  the first moments
 * @param[in,out] expAvgSqsRef  the second moments
 * @param[in,out] maxExpAvgSqsRef  the largest second moments; without amsgrad it is not used, and may be NULL
 * @param[in] stateSteps  the number of this step, from 1, one element for each parameter
 * @param[in] gradScaleOptional  one element; may be NULL: 1
 * @param[in] foundInfOptional  one element; may be NULL: 0
 * @param[in] lr  the learning rate
 * @param[in] beta1  how much of the first moment stays
 * @param[in] beta2  how much of the second moment stays
 * @param[in] weightDecay  how fast the parameters shrink
 * @param[in] eps  added to the divisor
 * @param[in] amsgrad  whether the largest second moment counts
 * @param[in] maximize  whether the parameters follow the gradients, not their negatives
 */
ACLNN_API aclnnStatus aclnnFusedAdamwGetWorkspaceSize(
    const aclTensorList* paramsRef, const aclTensorList* grads, const aclTensorList* expAvgsRef,
    const aclTensorList* expAvgSqsRef, const aclTensorList* maxExpAvgSqsRef, const aclTensorList* stateSteps,
    const aclTensor* gradScaleOptional, const aclTensor* foundInfOptional, double lr, double beta1,
    double beta2, double weightDecay, double eps, bool amsgrad, bool maximize, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnFusedAdamw. */
ACLNN_API aclnnStatus aclnnFusedAdamw(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FUSED_ADAMW_H_ */
