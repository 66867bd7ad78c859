/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGeluBackward: gradient of aclnnGelu. */

#ifndef ACLNNOP_ACLNN_GELU_BACKWARD_H_
#define ACLNNOP_ACLNN_GELU_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGeluBackward: gradInput = gradOutput (P(self) + self p(self)), with the normal distribution P and its
 * density p.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Operands promote; one of the inputs may hold integers or BOOL.
 * An infinite self gives NaN, as in PyTorch.
 * Shapes: the inputs broadcast.
 *
 * @param[in] gradOutput  gradient of the forward output
 * @param[in] self  forward input
 * @param[out] gradInput  gradient for self; the shape of the inputs broadcast together
 */
ACLNN_API aclnnStatus aclnnGeluBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                        aclTensor* gradInput, uint64_t* workspaceSize,
                                                        aclOpExecutor** executor);
/** Phase two of aclnnGeluBackward. */
ACLNN_API aclnnStatus aclnnGeluBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GELU_BACKWARD_H_ */
