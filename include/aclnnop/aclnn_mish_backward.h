/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMishBackward: gradient of aclnnMish. */

#ifndef ACLNNOP_ACLNN_MISH_BACKWARD_H_
#define ACLNNOP_ACLNN_MISH_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMishBackward: gradInput = gradOutput (t + self s (1 - t^2)) with t = tanh(log(1 + e^self)) and s = 1 /
 * (1 + e^-self).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Operands promote.
 * Shapes: the inputs broadcast.
 *
 * @param[in] gradOutput  gradient of the forward output
 * @param[in] self  forward input
 * @param[out] gradInput  gradient for self; the shape of the inputs broadcast together
 */
ACLNN_API aclnnStatus aclnnMishBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                        aclTensor* gradInput, uint64_t* workspaceSize,
                                                        aclOpExecutor** executor);
/** Phase two of aclnnMishBackward. */
ACLNN_API aclnnStatus aclnnMishBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MISH_BACKWARD_H_ */
