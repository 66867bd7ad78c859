/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnBatchNormStats: mean and spread of each channel, for batch norm over several devices. */

#ifndef ACLNNOP_ACLNN_BATCH_NORM_STATS_H_
#define ACLNNOP_ACLNN_BATCH_NORM_STATS_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBatchNormStats: the mean of each channel, and invstd = 1 / sqrt(variance + eps), where the variance
 * is not corrected. A channel without elements has mean 0 and invstd NaN.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] input  [N, C, ...], 2 to 8 dimensions
 * @param[in] eps  added to the variance, 0 or more
 * @param[out] mean  [C], FLOAT
 * @param[out] invstd  as mean
 */
ACLNN_API aclnnStatus aclnnBatchNormStatsGetWorkspaceSize(const aclTensor* input, double eps, aclTensor* mean,
                                                          aclTensor* invstd, uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);
/** Phase two of aclnnBatchNormStats. */
ACLNN_API aclnnStatus aclnnBatchNormStats(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BATCH_NORM_STATS_H_ */
