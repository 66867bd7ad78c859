/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnApplyFusedEmaAdam: a step of Adam, and the moving average of parameters. */

#ifndef ACLNNOP_ACLNN_APPLY_FUSED_EMA_ADAM_H_
#define ACLNNOP_ACLNN_APPLY_FUSED_EMA_ADAM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnApplyFusedEmaAdam: with g = grad, in mode 0 grad + weightDecay * var, m = beta1 * m + (1 - beta1) * g;
 * v = beta2 * v + (1 - beta2) * g^2; var = var - lr / c1 * m / (sqrt(v) / sqrt(c2) + eps), in mode 1 of
 * var * (1 - lr * weightDecay); s = emaDecay * s + (1 - emaDecay) * var. c1 and c2 are 1 - beta1^step and 1 - beta2^step,
 * without biasCorrection 1.
 * Types: FLOAT, FLOAT16, BFLOAT16, the same for all tensors but step: INT64, INT32, FLOAT. All is computed in FLOAT and
 * rounded once.
 *
 * @param[in] grad  the gradient, in the shape of varRef
 * @param[in,out] varRef  the parameter
 * @param[in,out] mRef  the first moment, in the shape of varRef
 * @param[in,out] vRef  the second moment, in the shape of varRef
 * @param[in,out] sRef  the average of parameters, in the shape of varRef
 * @param[in] step  the number of this step, from 1: the first element
 * @param[in] lr  the learning rate
 * @param[in] emaDecay  how much of the average stays
 * @param[in] beta1  how much of the first moment stays
 * @param[in] beta2  how much of the second moment stays
 * @param[in] eps  added to the divisor
 * @param[in] mode  0: weightDecay adds to the gradient; 1: it shrinks the parameter
 * @param[in] biasCorrection  whether the moments are divided by what they lack in the first steps
 * @param[in] weightDecay  how fast the parameter shrinks
 * @return 161002 if mode is neither 0 nor 1
 */
ACLNN_API aclnnStatus aclnnApplyFusedEmaAdamGetWorkspaceSize(
    const aclTensor* grad, aclTensor* varRef, aclTensor* mRef, aclTensor* vRef, aclTensor* sRef,
    const aclTensor* step, double lr, double emaDecay, double beta1, double beta2, double eps, int64_t mode,
    bool biasCorrection, double weightDecay, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnApplyFusedEmaAdam. */
ACLNN_API aclnnStatus aclnnApplyFusedEmaAdam(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_APPLY_FUSED_EMA_ADAM_H_ */
