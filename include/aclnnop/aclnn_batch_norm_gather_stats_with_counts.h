/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnBatchNormGatherStatsWithCounts: statistics of several devices put together. */

#ifndef ACLNNOP_ACLNN_BATCH_NORM_GATHER_STATS_WITH_COUNTS_H_
#define ACLNNOP_ACLNN_BATCH_NORM_GATHER_STATS_WITH_COUNTS_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBatchNormGatherStatsWithCounts: mean and invstd of each channel over D devices, from those of each
 * device, which saw counts[d] elements of a channel:
 *
 *     meanAll   = sum of counts * mean / n, n = sum of counts
 *     variance  = sum of counts * (1 / invstd^2 - eps + (mean - meanAll)^2) / n
 *     invstdAll = 1 / sqrt(variance + eps)
 *
 * runningMean becomes (1 - momentum) * runningMean + momentum * meanAll, and runningVar likewise with
 * variance * n / (n - 1), as in PyTorch.
 * Types: FLOAT, FLOAT16, BFLOAT16. Arithmetic: float64, rounded once.
 *
 * @param[in] input  [N, C, ...]: only its type and C matter
 * @param[in] mean  [D, C], type of input or FLOAT
 * @param[in] invstd  as mean
 * @param[in,out] runningMean  [C], type of input or FLOAT; may be NULL
 * @param[in,out] runningVar  as runningMean
 * @param[in] momentum  share of these statistics in the running ones
 * @param[in] eps  what was added to the variances, 0 or more
 * @param[in] counts  [D]; FLOAT, FLOAT16, BFLOAT16 or INT32
 * @param[out] meanAll  [C], type of input or FLOAT
 * @param[out] invstdAll  as meanAll
 */
ACLNN_API aclnnStatus aclnnBatchNormGatherStatsWithCountsGetWorkspaceSize(
    const aclTensor* input, const aclTensor* mean, const aclTensor* invstd, aclTensor* runningMean,
    aclTensor* runningVar, double momentum, double eps, const aclTensor* counts, aclTensor* meanAll,
    aclTensor* invstdAll, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnBatchNormGatherStatsWithCounts. */
ACLNN_API aclnnStatus aclnnBatchNormGatherStatsWithCounts(void* workspace, uint64_t workspaceSize,
                                                          aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BATCH_NORM_GATHER_STATS_WITH_COUNTS_H_ */
