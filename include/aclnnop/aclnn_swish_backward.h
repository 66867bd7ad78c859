/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSwishBackward: gradient of aclnnSwish. */

#ifndef ACLNNOP_ACLNN_SWISH_BACKWARD_H_
#define ACLNNOP_ACLNN_SWISH_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSwishBackward: gradInput = gradOutput s (1 + beta self (1 - s)), s = 1 / (1 + e^(-beta self)).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Inputs promote.
 * Shapes: the inputs broadcast.
 * @param[in] gradOutput  gradient of the forward output
 * @param[in] self  forward input
 * @param[in] betaOptional  scalar of any type; NULL: 1
 * @param[out] gradInput  gradient for self; the broadcast shape of the inputs
 */
ACLNN_API aclnnStatus aclnnSwishBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                         const aclScalar* betaOptional, aclTensor* gradInput,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSwishBackward. */
ACLNN_API aclnnStatus aclnnSwishBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SWISH_BACKWARD_H_ */
