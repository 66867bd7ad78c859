/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnApplyAdamWV2: a step of AdamW. */

#ifndef ACLNNOP_ACLNN_APPLY_ADAM_W_V2_H_
#define ACLNNOP_ACLNN_APPLY_ADAM_W_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnApplyAdamWV2: with g = grad, or -grad with maximize, m = beta1 * m + (1 - beta1) * g;
 * v = beta2 * v + (1 - beta2) * g^2; var = var * (1 - lr * weightDecay)
 * - lr / (1 - beta1^t) * m / (sqrt(w) / sqrt(1 - beta2^t) + eps), t = step + 1. w is v, with amsgrad the largest v so far,
 * which maxGradNormOptionalRef holds. torch_npu passes the number of steps before this one.
 * Types: FLOAT, FLOAT16, BFLOAT16, the same for varRef, mRef, vRef; any of them for grad and maxGradNormOptionalRef; step
 * INT64, INT32, FLOAT. All is computed in FLOAT and rounded once. Source: PyTorch's torch.optim.AdamW.
 *
 * @param[in,out] varRef  the parameter
 * @param[in,out] mRef  the first moment, in the shape of varRef
 * @param[in,out] vRef  the second moment, in the shape of varRef
 * @param[in,out] maxGradNormOptionalRef  the largest second moment, in the shape of varRef; NULL without amsgrad
 * @param[in] grad  the gradient, in the shape of varRef
 * @param[in] step  the number of steps before this one, one element
 * @param[in] lr  the learning rate
 * @param[in] beta1  how much of the first moment stays
 * @param[in] beta2  how much of the second moment stays
 * @param[in] weightDecay  how fast the parameter shrinks
 * @param[in] eps  added to the divisor
 * @param[in] amsgrad  whether the largest second moment counts
 * @param[in] maximize  whether the parameter follows the gradient, not its negative
 */
ACLNN_API aclnnStatus aclnnApplyAdamWV2GetWorkspaceSize(aclTensor* varRef, aclTensor* mRef, aclTensor* vRef,
                                                        aclTensor* maxGradNormOptionalRef,
                                                        const aclTensor* grad, const aclTensor* step,
                                                        float lr, float beta1, float beta2, float weightDecay,
                                                        float eps, bool amsgrad, bool maximize,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnApplyAdamWV2. */
ACLNN_API aclnnStatus aclnnApplyAdamWV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_APPLY_ADAM_W_V2_H_ */
