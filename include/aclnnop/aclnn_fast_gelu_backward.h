/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFastGeluBackward: gradient of aclnnFastGelu. */

#ifndef ACLNNOP_ACLNN_FAST_GELU_BACKWARD_H_
#define ACLNNOP_ACLNN_FAST_GELU_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFastGeluBackward: gradInput = gradOutput s (1 + 1.702 self (1 - s)), s = 1 / (1 + e^(-1.702 self)).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Inputs promote.
 * Shapes: the inputs broadcast.
 * @param[in] gradOutput  gradient of the forward output
 * @param[in] self  forward input
 * @param[out] gradInput  gradient for self; the broadcast shape of the inputs
 */
ACLNN_API aclnnStatus aclnnFastGeluBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                            const aclTensor* self, aclTensor* gradInput,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnFastGeluBackward. */
ACLNN_API aclnnStatus aclnnFastGeluBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FAST_GELU_BACKWARD_H_ */
