/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnEluBackward: gradient of aclnnElu. */

#ifndef ACLNNOP_ACLNN_ELU_BACKWARD_H_
#define ACLNNOP_ACLNN_ELU_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnEluBackward: gradInput = gradOutput scale if selfOrResult > 0. Otherwise, from the forward input:
 * gradOutput inputScale alpha scale e^(inputScale selfOrResult); from the forward output: gradOutput
 * inputScale (selfOrResult + alpha scale).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Operands promote.
 * Shapes: the inputs broadcast.
 *
 * @param[in] gradOutput  gradient of the forward output
 * @param[in] alpha  scalar of any type
 * @param[in] scale  scalar of any type
 * @param[in] inputScale  scalar of any type
 * @param[in] isResult  whether selfOrResult is the forward output
 * @param[in] selfOrResult  the forward input or output
 * @param[out] gradInput  gradient for the forward input; the shape of the inputs broadcast together
 * @return 161002 if alpha is negative and isResult is true: the output does not determine the input's sign
 */
ACLNN_API aclnnStatus aclnnEluBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclScalar* alpha,
                                                       const aclScalar* scale, const aclScalar* inputScale,
                                                       bool isResult, const aclTensor* selfOrResult,
                                                       aclTensor* gradInput, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnEluBackward. */
ACLNN_API aclnnStatus aclnnEluBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ELU_BACKWARD_H_ */
