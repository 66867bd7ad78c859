/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnDropoutV3Grad: gradient of aclnnDropoutV3. */

#ifndef ACLNNOP_ACLNN_DROPOUT_V3_GRAD_H_
#define ACLNNOP_ACLNN_DROPOUT_V3_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnDropoutV3Grad: out = gradOutput * scale if the mask bit is 1, otherwise 0; all 0 for a scale of 0. The
 * mask is a dropout mask (see aclnn_base.h).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. A dropped element is 0 whatever its value.
 * @param[in] gradOutput  gradient of the forward output
 * @param[in] mask  maskOut of the forward call
 * @param[in] scale  1 / (1 - p)
 * @param[out] out  the shape of gradOutput
 * @return 161002 if the probability is outside [0, 1] or NaN
 */
ACLNN_API aclnnStatus aclnnDropoutV3GradGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* mask,
                                                         double scale, aclTensor* out,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDropoutV3Grad. */
ACLNN_API aclnnStatus aclnnDropoutV3Grad(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_DROPOUT_V3_GRAD_H_ */
