/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnBatchNormElemt: batch normalization with given statistics. */

#ifndef ACLNNOP_ACLNN_BATCH_NORM_ELEMT_H_
#define ACLNNOP_ACLNN_BATCH_NORM_ELEMT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBatchNormElemt: output = (input - mean) * invstd * weight + bias, with the statistics of each
 * channel.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] input  [N, C, ...], 2 to 8 dimensions
 * @param[in] weight  [C], type of input or FLOAT; NULL: ones
 * @param[in] bias  as weight; NULL: zeros
 * @param[in] mean  [C], type of input or FLOAT
 * @param[in] invstd  as mean
 * @param[in] eps  no effect: it is in invstd
 * @param[out] output  shape and type of input
 */
ACLNN_API aclnnStatus aclnnBatchNormElemtGetWorkspaceSize(const aclTensor* input, const aclTensor* weight,
                                                          const aclTensor* bias, aclTensor* mean,
                                                          aclTensor* invstd, double eps, aclTensor* output,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnBatchNormElemt. */
ACLNN_API aclnnStatus aclnnBatchNormElemt(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BATCH_NORM_ELEMT_H_ */
