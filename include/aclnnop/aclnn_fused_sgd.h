/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFusedSgd: a step of gradient descent for lists of parameters. */

#ifndef ACLNNOP_ACLNN_FUSED_SGD_H_
#define ACLNNOP_ACLNN_FUSED_SGD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFusedSgd: for each parameter p, grad = grad / gradScaleOptional; with g = grad, or -grad with maximize,
 * plus weightDecay * p, buffer = momentum * buffer + (1 - dampening) * g, in the first step g;
 * p = p - lr * buffer, with nesterov p - lr * (g + momentum * buffer). Without buffers p = p - lr * g.
 * Types: FLOAT, FLOAT16, BFLOAT16, the same for all tensors at one place of the lists; gradScaleOptional FLOAT. All is
 * computed in FLOAT and rounded once. Source: PyTorch's torch.optim.SGD with fused=True.
 *
 * @param[in,out] paramsRef  the parameters
 * @param[in,out] gradsRef  their gradients
 * @param[in,out] momentumBufferListOptionalRef  the buffers; NULL, empty or all NULL: none
 * @param[in] gradScaleOptional  one element; may be NULL: 1
 * @param[in] weightDecay  the parameter's part in its gradient
 * @param[in] momentum  how much of a buffer stays
 * @param[in] lr  the learning rate
 * @param[in] dampening  how much of a gradient does not get into the buffer
 * @param[in] nesterov  whether the step looks ahead
 * @param[in] maximize  whether the parameters follow the gradients, not their negatives
 * @param[in] isFirstStep  whether the buffers hold nothing yet
 * @return 161002 if weightDecay, momentum, lr or dampening is negative
 */
ACLNN_API aclnnStatus aclnnFusedSgdGetWorkspaceSize(const aclTensorList* paramsRef,
                                                    const aclTensorList* gradsRef,
                                                    const aclTensorList* momentumBufferListOptionalRef,
                                                    const aclTensor* gradScaleOptional, float weightDecay,
                                                    float momentum, float lr, float dampening, bool nesterov,
                                                    bool maximize, bool isFirstStep, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor);
/** Phase two of aclnnFusedSgd. */
ACLNN_API aclnnStatus aclnnFusedSgd(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FUSED_SGD_H_ */
