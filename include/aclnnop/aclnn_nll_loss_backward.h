/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnNLLLossBackward: gradient of aclnnNLLLoss. */

#ifndef ACLNNOP_ACLNN_NLL_LOSS_BACKWARD_H_
#define ACLNNOP_ACLNN_NLL_LOSS_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnNLLLossBackward: out = -weight[target] * gradOutput at the class of each position that is not ignored,
 * divided by totalWeight for reduction 1; 0 elsewhere.
 * Types: FLOAT, FLOAT16, BFLOAT16; target INT64, INT32 or UINT8. All other tensors have one type.
 * Arithmetic: float32, rounded once.
 * Source: PyTorch's gradient of torch.nn.functional.nll_loss.
 *
 * @param[in] gradOutput  gradient of the loss: shape of target for reduction 0, otherwise one element
 * @param[in] self  as in the loss, [N, C] or [C]; not read
 * @param[in] target  classes, [N], or 0 dimensions if self is [C]; each in [0, C) or ignoreIndex
 * @param[in] weight  a weight for each class, [C]; NULL: ones
 * @param[in] reduction  0 none, 1 mean, 2 sum
 * @param[in] ignoreIndex  target value that is ignored
 * @param[in] totalWeight  from the loss; one element; only read for reduction 1
 * @param[out] out  gradient of self; shape of self
 * @return 507035 if a target is out of range
 */
ACLNN_API aclnnStatus aclnnNLLLossBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                           const aclTensor* target, const aclTensor* weight,
                                                           int64_t reduction, int64_t ignoreIndex,
                                                           const aclTensor* totalWeight, aclTensor* out,
                                                           uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnNLLLossBackward. */
ACLNN_API aclnnStatus aclnnNLLLossBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_NLL_LOSS_BACKWARD_H_ */
