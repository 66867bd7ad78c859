/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnBatchNormElemtBackward: the input's gradient of batch norm over several devices. */

#ifndef ACLNNOP_ACLNN_BATCH_NORM_ELEMT_BACKWARD_H_
#define ACLNNOP_ACLNN_BATCH_NORM_ELEMT_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBatchNormElemtBackward: the gradient for the input, with sums of all devices over n = sum of counter
 * elements of a channel:
 *
 *     gradInput = (gradOut - sumDy / n - (input - mean) * invstd^2 * sumDyXmu / n) * invstd * weight
 *
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] gradOut  [N, C, ...], 2 to 8 dimensions
 * @param[in] input  shape and type of gradOut
 * @param[in] mean  [C], type of gradOut or FLOAT
 * @param[in] invstd  as mean
 * @param[in] weight  as mean; NULL: ones
 * @param[in] sumDy  as mean
 * @param[in] sumDyXmu  as mean
 * @param[in] counter  elements of a channel on each device, any shape; FLOAT, FLOAT16, BFLOAT16 or INT32
 * @param[out] gradInput  shape and type of gradOut
 */
ACLNN_API aclnnStatus aclnnBatchNormElemtBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclTensor* input, const aclTensor* mean, const aclTensor* invstd,
    const aclTensor* weight, const aclTensor* sumDy, const aclTensor* sumDyXmu, aclTensor* counter,
    aclTensor* gradInput, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnBatchNormElemtBackward. */
ACLNN_API aclnnStatus aclnnBatchNormElemtBackward(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BATCH_NORM_ELEMT_BACKWARD_H_ */
