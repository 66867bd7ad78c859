/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnNLLLoss2d: the negative log-likelihood loss. */

#ifndef ACLNNOP_ACLNN_NLL_LOSS2D_H_
#define ACLNNOP_ACLNN_NLL_LOSS2D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnNLLLoss2d: the loss of each position is -weight[target] * self[target], with self at the position and
 * the class; 0 if target is ignoreIndex. reduction 0 gives the loss of each position, 2 their sum, 1 the sum
 * divided by totalWeightOut, which is NaN if every position is ignored. totalWeightOut = sum of
 * weight[target] over the positions that are not ignored.
 * Types: FLOAT, FLOAT16, BFLOAT16; target INT64, INT32 or UINT8. All other tensors have one type.
 * Arithmetic: products and sums in float64, in blocks that depend only on the shape; rounded once.
 * Source: PyTorch's torch.nn.functional.nll_loss.
 *
 * @param[in] self  log-probabilities, [N, C, H, W]
 * @param[in] target  classes, [N, H, W]; each in [0, C) or ignoreIndex
 * @param[in] weight  a weight for each class, [C]; NULL: ones
 * @param[in] reduction  0 none, 1 mean, 2 sum
 * @param[in] ignoreIndex  target value that is ignored; any number, for example -100
 * @param[out] out  shape of target for reduction 0, otherwise one element
 * @param[out] totalWeightOut  one element
 * @return 507035 if a target is out of range
 */
ACLNN_API aclnnStatus aclnnNLLLoss2dGetWorkspaceSize(const aclTensor* self, const aclTensor* target,
                                                     const aclTensor* weight, int64_t reduction,
                                                     int64_t ignoreIndex, aclTensor* out,
                                                     aclTensor* totalWeightOut, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);
/** Phase two of aclnnNLLLoss2d. */
ACLNN_API aclnnStatus aclnnNLLLoss2d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_NLL_LOSS2D_H_ */
