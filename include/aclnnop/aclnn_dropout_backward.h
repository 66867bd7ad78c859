/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnDropoutBackward: gradient of dropout. */

#ifndef ACLNNOP_ACLNN_DROPOUT_BACKWARD_H_
#define ACLNNOP_ACLNN_DROPOUT_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnDropoutBackward: out = gradOutput * scale if the mask bit is 1, otherwise 0; all 0 for a scale of 0.
 * The mask is a dropout mask (see aclnn_base.h).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. A dropped element is 0 whatever its value.
 * @param[in] gradOutput  gradient of the forward output
 * @param[in] mask  the mask of the forward call
 * @param[in] scale  1 / (1 - p)
 * @param[out] out  the shape of gradOutput
 * @return 161002 if the probability is outside [0, 1] or NaN
 */
ACLNN_API aclnnStatus aclnnDropoutBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* mask,
                                                           double scale, aclTensor* out,
                                                           uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDropoutBackward. */
ACLNN_API aclnnStatus aclnnDropoutBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_DROPOUT_BACKWARD_H_ */
