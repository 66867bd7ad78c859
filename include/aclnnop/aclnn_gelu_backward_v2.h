/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGeluBackwardV2: gradient of aclnnGeluV2. */

#ifndef ACLNNOP_ACLNN_GELU_BACKWARD_V2_H_
#define ACLNNOP_ACLNN_GELU_BACKWARD_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGeluBackwardV2: gradInput = gradOutput times the derivative of GELU at self.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Operands promote; one of the inputs may hold integers or BOOL.
 * An infinite self gives NaN, as in PyTorch.
 * Shapes: the inputs broadcast.
 * @param[in] gradOutput  gradient of the forward output
 * @param[in] self  forward input
 * @param[in] approximate  "none": the form with erf, "tanh": the form with tanh; not kept after the call
 * @param[out] gradInput  gradient for self; the shape of the inputs broadcast together
 */
ACLNN_API aclnnStatus aclnnGeluBackwardV2GetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                          char* approximate, aclTensor* gradInput,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGeluBackwardV2. */
ACLNN_API aclnnStatus aclnnGeluBackwardV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GELU_BACKWARD_V2_H_ */
