/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnBatchNormReduce: sums of each channel, for batch norm over several devices. */

#ifndef ACLNNOP_ACLNN_BATCH_NORM_REDUCE_H_
#define ACLNNOP_ACLNN_BATCH_NORM_REDUCE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBatchNormReduce: sum = the sum of each channel, squareSum = the sum of the squares.
 * Types: FLOAT, FLOAT16, BFLOAT16. Arithmetic: sums in float32 lanes, then in float64. A channel without elements
 * has sums of 0.
 *
 * @param[in] x  [N, C, H, W]
 * @param[out] sum  [C], FLOAT
 * @param[out] squareSum  as sum
 */
ACLNN_API aclnnStatus aclnnBatchNormReduceGetWorkspaceSize(const aclTensor* x, aclTensor* sum,
                                                           aclTensor* squareSum, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);
/** Phase two of aclnnBatchNormReduce. */
ACLNN_API aclnnStatus aclnnBatchNormReduce(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BATCH_NORM_REDUCE_H_ */
