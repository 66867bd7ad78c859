/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnBatchNormReduceBackward: sums for the gradients of batch norm over several devices. */

#ifndef ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_REDUCE_H_
#define ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_REDUCE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBatchNormReduceBackward: sums over each channel, which devices add up for
 * aclnnBatchNormElemtBackward:
 *
 *     sumDy      = sum of gradOut
 *     sumDyXmu   = sum of gradOut * (input - mean)
 *     gradWeight = sumDyXmu * invstd
 *     gradBias   = sumDy
 *
 * An output that is not asked for is not checked and may be NULL.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] gradOut  [N, C, ...], 2 to 8 dimensions
 * @param[in] input  shape and type of gradOut
 * @param[in] mean  [C], type of gradOut or FLOAT
 * @param[in] invstd  as mean
 * @param[in] weight  as mean; no effect; may be NULL
 * @param[in] inputG  whether to compute sumDy and sumDyXmu
 * @param[in] weightG  whether to compute gradWeight
 * @param[in] biasG  whether to compute gradBias
 * @param[out] sumDy  [C], type of gradOut or FLOAT
 * @param[out] sumDyXmu  as sumDy
 * @param[out] gradWeight  as sumDy
 * @param[out] gradBias  as sumDy
 */
ACLNN_API aclnnStatus aclnnBatchNormReduceBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclTensor* input, const aclTensor* mean, const aclTensor* invstd,
    const aclTensor* weight, bool inputG, bool weightG, bool biasG, aclTensor* sumDy, aclTensor* sumDyXmu,
    aclTensor* gradWeight, aclTensor* gradBias, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnBatchNormReduceBackward. */
ACLNN_API aclnnStatus aclnnBatchNormReduceBackward(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_REDUCE_H_ */
