/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnCrossEntropyLossGrad: gradient of cross entropy of classes. */

#ifndef ACLNNOP_ACLNN_CROSS_ENTROPY_LOSS_GRAD_H_
#define ACLNNOP_ACLNN_CROSS_ENTROPY_LOSS_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnCrossEntropyLossGrad: the gradient of aclnnCrossEntropyLoss for its input. Rows whose target is
 * ignoreIndex become 0.
 * Types: FLOAT, FLOAT16, BFLOAT16; target INT64 or INT32.
 *
 * @param[in] gradLoss  [N] without reduction, otherwise one element; type of logProb
 * @param[in] logProb  [N, C], the logarithms of the forward operator
 * @param[in] target  as aclnnCrossEntropyLoss's, like the next one
 * @param[in] weightOptional  [C], type of logProb or FLOAT; NULL: ones
 * @param[in] gradZlossOptional  no effect, may be NULL
 * @param[in] lseForZlossOptional  no effect, may be NULL
 * @param[in] reductionOptional  as aclnnCrossEntropyLoss's, like the next two
 * @param[in] ignoreIndex  class of rows that do not count
 * @param[in] labelSmoothing  from 0 to 1
 * @param[in] lseSquareScaleForZloss  no effect
 * @param[out] out  shape and type of logProb
 */
ACLNN_API aclnnStatus aclnnCrossEntropyLossGradGetWorkspaceSize(
    const aclTensor* gradLoss, const aclTensor* logProb, const aclTensor* target,
    const aclTensor* weightOptional, const aclTensor* gradZlossOptional, const aclTensor* lseForZlossOptional,
    const char* reductionOptional, int64_t ignoreIndex, double labelSmoothing, double lseSquareScaleForZloss,
    const aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnCrossEntropyLossGrad. */
ACLNN_API aclnnStatus aclnnCrossEntropyLossGrad(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CROSS_ENTROPY_LOSS_GRAD_H_ */
