/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnTanhBackward: gradient of aclnnTanh. */

#ifndef ACLNNOP_ACLNN_TANH_BACKWARD_H_
#define ACLNNOP_ACLNN_TANH_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnTanhBackward: gradInput = gradOutput (1 - output^2).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, COMPLEX64, COMPLEX128. Operands promote. For complex numbers
 * gradOutput is multiplied by the conjugate of the derivative.
 * Shapes: the inputs broadcast.
 * @param[in] gradOutput  gradient of the forward output
 * @param[in] output  the forward output
 * @param[out] gradInput  gradient for the forward input; the shape of the inputs broadcast together
 */
ACLNN_API aclnnStatus aclnnTanhBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* output,
                                                        aclTensor* gradInput, uint64_t* workspaceSize,
                                                        aclOpExecutor** executor);
/** Phase two of aclnnTanhBackward. */
ACLNN_API aclnnStatus aclnnTanhBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_TANH_BACKWARD_H_ */
