/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSeluBackward: gradient of aclnnSelu. */

#ifndef ACLNNOP_ACLNN_SELU_BACKWARD_H_
#define ACLNNOP_ACLNN_SELU_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSeluBackward: gradInput = gradOutput (result > 0 ? scale : result + alpha scale), with the numbers of
 * aclnnSelu.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT32. Operands promote. Integers are computed as FLOAT, and
 * the result is truncated.
 * Shapes: the inputs broadcast.
 *
 * @param[in] gradOutput  gradient of the forward output
 * @param[in] result  forward output
 * @param[out] gradInput  gradient for the forward input; the shape of the inputs broadcast together
 */
ACLNN_API aclnnStatus aclnnSeluBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* result,
                                                        aclTensor* gradInput, uint64_t* workspaceSize,
                                                        aclOpExecutor** executor);
/** Phase two of aclnnSeluBackward. */
ACLNN_API aclnnStatus aclnnSeluBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SELU_BACKWARD_H_ */
