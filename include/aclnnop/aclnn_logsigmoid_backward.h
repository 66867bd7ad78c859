/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnLogSigmoidBackward: gradient of aclnnLogSigmoidForward. */

#ifndef ACLNNOP_ACLNN_LOGSIGMOID_BACKWARD_H_
#define ACLNNOP_ACLNN_LOGSIGMOID_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLogSigmoidBackward: gradInput = gradOutput / (1 + e^self).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Operands promote.
 * Shapes: the inputs broadcast.
 * @param[in] gradOutput  gradient of the forward output
 * @param[in] self  forward input
 * @param[in] buffer  not used; any value, may be NULL
 * @param[out] gradInput  gradient for self; the shape of the inputs broadcast together
 */
ACLNN_API aclnnStatus aclnnLogSigmoidBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                              const aclTensor* self, const aclTensor* buffer,
                                                              aclTensor* gradInput, uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);
/** Phase two of aclnnLogSigmoidBackward. */
ACLNN_API aclnnStatus aclnnLogSigmoidBackward(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LOGSIGMOID_BACKWARD_H_ */
