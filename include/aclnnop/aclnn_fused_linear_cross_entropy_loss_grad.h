/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFusedLinearCrossEntropyLossGrad: gradient of the cross entropy of a vocabulary in parts, and of the product before it. */

#ifndef ACLNNOP_ACLNN_FUSED_LINEAR_CROSS_ENTROPY_LOSS_GRAD_H_
#define ACLNNOP_ACLNN_FUSED_LINEAR_CROSS_ENTROPY_LOSS_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFusedLinearCrossEntropyLossGrad: with the probabilities p of a part, softmaxOptional or exp(input *
 * transposed(weight) - logitsMaxOptional) / sumExpLogitsOptional: g = grad * (p - 1 at maskedTarget, unless the
 * row is masked), inputGradOut = g * weight and weightGradOut = transposed(g) * input.
 * Types: input and weight FLOAT, FLOAT16, BFLOAT16. Arithmetic: float32.
 *
 * @param[in] grad  [N]: gradient of the losses; FLOAT
 * @param[in] input  [N, H]
 * @param[in] weight  [V, H]; type of input
 * @param[in] targetMask  whether the target is in another part: bits as aclnnFusedLinearOnlineMaxSum writes them,
 *     UINT8 [N / 8], or BOOL [N]
 * @param[in] maskedTarget  [N]: numbers of the part; INT32 or INT64
 * @param[in] labelSmoothing  0
 * @param[in] logitsMaxOptional  [N]: the largest logits of all parts; FLOAT; NULL if softmaxOptional is given
 * @param[in] sumExpLogitsOptional  [N]: the sums of all parts; FLOAT; likewise
 * @param[in] softmaxOptional  [N, V]; FLOAT; NULL: computed
 * @param[out] inputGradOut  [N, H]; type of input
 * @param[out] weightGradOut  [V, H]; type of input
 * @return 507035 if a row that is not masked has a maskedTarget out of range; then nothing is written
 */
ACLNN_API aclnnStatus aclnnFusedLinearCrossEntropyLossGradGetWorkspaceSize(
    const aclTensor* grad, const aclTensor* input, const aclTensor* weight, const aclTensor* targetMask,
    const aclTensor* maskedTarget, float labelSmoothing, const aclTensor* logitsMaxOptional,
    const aclTensor* sumExpLogitsOptional, const aclTensor* softmaxOptional, aclTensor* inputGradOut,
    aclTensor* weightGradOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFusedLinearCrossEntropyLossGrad. */
ACLNN_API aclnnStatus aclnnFusedLinearCrossEntropyLossGrad(void* workspace, uint64_t workspaceSize,
                                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FUSED_LINEAR_CROSS_ENTROPY_LOSS_GRAD_H_ */
