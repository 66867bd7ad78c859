/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSyncBatchNormGatherStats: sums of several devices as statistics of the channels. */

#ifndef ACLNNOP_ACLNN_SYNC_BATCH_NORM_GATHER_STATS_H_
#define ACLNNOP_ACLNN_SYNC_BATCH_NORM_GATHER_STATS_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSyncBatchNormGatherStats: with n the sum of sampleCount, and sums over the devices,
 *
 *     batchMean = sum of totalSum / n,  v = sum of totalSquareSum / n - batchMean^2
 *     batchInvstd = 1 / sqrt(v + eps)
 *     mean = (1 - momentum) * mean + momentum * batchMean
 *     variance = (1 - momentum) * variance + momentum * v * n / (n - 1)
 *
 * Types: FLOAT, FLOAT16, BFLOAT16; all tensors but sampleCount have the type of totalSum or FLOAT. Arithmetic: in
 * float64, rounded once.
 *
 * @param[in] totalSum  sums of the channels on each device, [D, C]
 * @param[in] totalSquareSum  sums of squares; shape of totalSum
 * @param[in] sampleCount  elements of a channel on each device, [D], also INT32
 * @param[in,out] mean  running means, [C]
 * @param[in,out] variance  running variances, [C]
 * @param[in] momentum  share of these statistics in the running ones
 * @param[in] eps  added to the variance, 0 or more
 * @param[out] batchMean  [C]
 * @param[out] batchInvstd  [C]
 */
ACLNN_API aclnnStatus aclnnSyncBatchNormGatherStatsGetWorkspaceSize(
    const aclTensor* totalSum, const aclTensor* totalSquareSum, const aclTensor* sampleCount, aclTensor* mean,
    aclTensor* variance, float momentum, float eps, aclTensor* batchMean, aclTensor* batchInvstd,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSyncBatchNormGatherStats. */
ACLNN_API aclnnStatus aclnnSyncBatchNormGatherStats(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SYNC_BATCH_NORM_GATHER_STATS_H_ */
