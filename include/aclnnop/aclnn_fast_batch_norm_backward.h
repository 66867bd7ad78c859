/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFastBatchNormBackward: gradients of batch normalization. */

#ifndef ACLNNOP_ACLNN_FAST_BATCH_NORM_BACKWARD_H_
#define ACLNNOP_ACLNN_FAST_BATCH_NORM_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFastBatchNormBackward: the gradients of aclnnBatchNorm, as aclnnBatchNormBackward computes them.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] gradOut  gradient of the forward output; shape and type of input
 * @param[in] input  forward input, [N, C, ...], 2 to 8 dimensions
 * @param[in] weight  scale of each channel, [C], type of input or FLOAT. NULL: ones
 * @param[in] runningMean  running mean of each channel, as weight. Ignored in training; may be NULL then
 * @param[in] runningVar  running variance of each channel, as runningMean
 * @param[in] saveMean  mean of each channel, as weight. Ignored without training; may be NULL then
 * @param[in] saveInvstd  reciprocal standard deviation of each channel, as saveMean
 * @param[in] training  whether the forward operator ran in training
 * @param[in] eps  added to runningVar
 * @param[in] outputMask  which of gradInput, gradWeight and gradBias are requested. The others are ignored
 *     and may be NULL
 * @param[in] version  0 or 1: an algorithm of the NPU, which changes nothing here
 * @param[out] gradInput  gradient for input; its shape and type
 * @param[out] gradWeight  gradient for weight; [C], type of input or FLOAT
 * @param[out] gradBias  gradient for the shift: as gradWeight
 * @return as aclnnBatchNormBackward; 161002 if version is another number
 */
ACLNN_API aclnnStatus aclnnFastBatchNormBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclTensor* input, const aclTensor* weight, const aclTensor* runningMean,
    const aclTensor* runningVar, const aclTensor* saveMean, const aclTensor* saveInvstd, bool training,
    double eps, const aclBoolArray* outputMask, int version, aclTensor* gradInput, aclTensor* gradWeight,
    aclTensor* gradBias, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFastBatchNormBackward. */
ACLNN_API aclnnStatus aclnnFastBatchNormBackward(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FAST_BATCH_NORM_BACKWARD_H_ */
