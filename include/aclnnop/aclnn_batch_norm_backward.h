/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnBatchNormBackward: gradients of batch normalization. */

#ifndef ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_H_
#define ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBatchNormBackward: the gradients of aclnnBatchNorm for its input, scale and shift. In training mu =
 * saveMean[c] and r = saveInvstd[c], otherwise mu = runningMean[c] and r = 1 / sqrt(runningVar[c] + eps).
 * With xh = (input - mu) * r and m elements of a channel c in all samples and positions:
 *
 *     gradWeight = sum of gradOut * xh over a channel,  gradBias = sum of gradOut over a channel
 *     gradInput  = weight[c] * r * (gradOut - gradBias / m - xh * gradWeight / m) in training
 *     gradInput  = weight[c] * r * gradOut                                        otherwise
 *
 * Source: derived from the forward operator (Ioffe, Szegedy, "Batch normalization", 2015). Without elements
 * gradWeight and gradBias become 0.
 * Types: FLOAT, FLOAT16, BFLOAT16. Arithmetic: sums in float32 lanes, then in float64.
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
 * @param[out] gradInput  gradient for input; its shape and type
 * @param[out] gradWeight  gradient for weight; [C], type of input or FLOAT
 * @param[out] gradBias  gradient for the shift: as gradWeight
 * @return 161001 if an output that outputMask requests is NULL; saveMean or saveInvstd is NULL in training,
 *     or runningMean or runningVar otherwise. 161002 if outputMask does not have 3 flags (checked before the
 *     outputs are); eps is negative or NaN
 */
ACLNN_API aclnnStatus aclnnBatchNormBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclTensor* input, const aclTensor* weight, const aclTensor* runningMean,
    const aclTensor* runningVar, const aclTensor* saveMean, const aclTensor* saveInvstd, bool training,
    double eps, const aclBoolArray* outputMask, aclTensor* gradInput, aclTensor* gradWeight,
    aclTensor* gradBias, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnBatchNormBackward. */
ACLNN_API aclnnStatus aclnnBatchNormBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BATCH_NORM_BACKWARD_H_ */
