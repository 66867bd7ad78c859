/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSoftshrinkBackward: gradient of aclnnSoftshrink. */

#ifndef ACLNNOP_ACLNN_SOFTSHRINK_BACKWARD_H_
#define ACLNNOP_ACLNN_SOFTSHRINK_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSoftshrinkBackward: gradInput = -lambda <= self <= lambda ? 0 : gradOutput.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Operands promote. Scalars have any type.
 * Arithmetic: exact.
 * Shapes: the inputs broadcast.
 *
 * @param[in] gradOutput  gradient of the forward output
 * @param[in] self  forward input
 * @param[in] lambda  half the width of the interval that became 0, a scalar
 * @param[out] gradInput  gradient for the forward input; the shape of the inputs broadcast together
 * @return 161002 if lambda is negative or NaN
 */
ACLNN_API aclnnStatus aclnnSoftshrinkBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                              const aclTensor* self, const aclScalar* lambda,
                                                              aclTensor* gradInput, uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);
/** Phase two of aclnnSoftshrinkBackward. */
ACLNN_API aclnnStatus aclnnSoftshrinkBackward(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SOFTSHRINK_BACKWARD_H_ */
