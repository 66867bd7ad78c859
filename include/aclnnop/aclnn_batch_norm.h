/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnBatchNorm: batch normalization. */

#ifndef ACLNNOP_ACLNN_BATCH_NORM_H_
#define ACLNNOP_ACLNN_BATCH_NORM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBatchNorm: batch normalization. With mu and v the mean and the variance of a channel c, m elements of
 * all samples and positions:
 *
 *     output = (input - mu) / sqrt(v + eps) * weight[c] + bias[c]
 *
 * In training mu and v (1/m) are those of the input, saveMean = mu, saveInvstd = 1 / sqrt(v + eps), and the
 * running statistics are updated in place:
 *
 *     runningMean = (1 - momentum) * runningMean + momentum * mu
 *     runningVar  = (1 - momentum) * runningVar + momentum * v * m / (m - 1)
 *
 * Otherwise mu and v are the running statistics, which stay unchanged, and saveMean and saveInvstd are
 * computed from them.
 * Source: Ioffe, Szegedy, "Batch normalization", 2015. A single element per channel gives runningVar NaN. In
 * training without any element, saveMean is 0, saveInvstd NaN, and the running statistics stay unchanged.
 * Types: FLOAT, FLOAT16, BFLOAT16. Arithmetic: sums in float32 lanes, then in float64. Statistics are
 * centred: a mean much larger than the deviation does not reduce their accuracy.
 *
 * @param[in] input  [N, C, ...], 2 to 8 dimensions
 * @param[in] weight  scale of each channel, [C], type of input or FLOAT. NULL: ones
 * @param[in] bias  shift of each channel, as weight. NULL: zeros
 * @param[in,out] runningMean  running mean of each channel, as weight. May be NULL in training
 * @param[in,out] runningVar  running variance of each channel, as runningMean
 * @param[in] training  whether the statistics of the input are used
 * @param[in] momentum  weight of the new statistics in the running ones
 * @param[in] eps  added to the variance
 * @param[out] output  shape and type of input
 * @param[out] saveMean  mean of each channel, [C], type of input or FLOAT
 * @param[out] saveInvstd  reciprocal standard deviation of each channel: as saveMean
 * @return 161001 if runningMean or runningVar is NULL without training. 161002 if eps is negative or NaN; a
 *     running statistic overlaps itself
 */
ACLNN_API aclnnStatus aclnnBatchNormGetWorkspaceSize(const aclTensor* input, const aclTensor* weight,
                                                     const aclTensor* bias, aclTensor* runningMean,
                                                     aclTensor* runningVar, bool training, double momentum,
                                                     double eps, aclTensor* output, aclTensor* saveMean,
                                                     aclTensor* saveInvstd, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);
/** Phase two of aclnnBatchNorm. */
ACLNN_API aclnnStatus aclnnBatchNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BATCH_NORM_H_ */
