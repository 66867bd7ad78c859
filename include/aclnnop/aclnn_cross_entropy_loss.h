/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnCrossEntropyLoss: softmax and cross entropy of classes. */

#ifndef ACLNNOP_ACLNN_CROSS_ENTROPY_LOSS_H_
#define ACLNNOP_ACLNN_CROSS_ENTROPY_LOSS_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnCrossEntropyLoss: logProb = log of softmax of each row of input. With w the weights, C classes and s
 * = labelSmoothing, a row with target t has the loss
 *
 *     (1 - s) * w[t] * -logProb[t] + s / C * sum of w * -logProb
 *
 * and one whose target is ignoreIndex 0. lossOut has these losses (none), their sum (sum), or it divided by
 * the sum of w[t] (mean; without rows NaN), as PyTorch's cross_entropy. zloss and lseForZloss are not
 * written.
 * Types: FLOAT, FLOAT16, BFLOAT16; target INT64 or INT32. Losses are computed with logProb in float32, and
 * summed up in float64.
 *
 * @param[in] input  [N, C], C greater than 0
 * @param[in] target  [N], classes; one outside of [0, C) that is not ignoreIndex fails at the next
 *     synchronize, before anything is written
 * @param[in] weightOptional  [C], type of input or FLOAT; NULL: ones
 * @param[in] reductionOptional  "none", "mean" or "sum"; NULL: mean
 * @param[in] ignoreIndex  class of rows that do not count
 * @param[in] labelSmoothing  from 0 to 1
 * @param[in] lseSquareScaleForZloss  no effect
 * @param[in] returnZloss  no effect
 * @param[out] lossOut  [N] without reduction, otherwise one element; type of input
 * @param[out] logProbOut  shape and type of input
 * @param[out] zloss  is not written, and may not be NULL
 * @param[out] lseForZloss  as zloss
 */
ACLNN_API aclnnStatus aclnnCrossEntropyLossGetWorkspaceSize(
    const aclTensor* input, const aclTensor* target, const aclTensor* weightOptional,
    const char* reductionOptional, int64_t ignoreIndex, double labelSmoothing, double lseSquareScaleForZloss,
    bool returnZloss, const aclTensor* lossOut, const aclTensor* logProbOut, const aclTensor* zloss,
    const aclTensor* lseForZloss, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnCrossEntropyLoss. */
ACLNN_API aclnnStatus aclnnCrossEntropyLoss(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CROSS_ENTROPY_LOSS_H_ */
