/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnHardshrinkBackward: gradient of aclnnHardshrink. */

#ifndef ACLNNOP_ACLNN_HARDSHRINK_BACKWARD_H_
#define ACLNNOP_ACLNN_HARDSHRINK_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnHardshrinkBackward: gradInput = -lambd <= self <= lambd ? 0 : gradOutput. A negative lambd is treated
 * as 0.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Operands promote. Scalars have any type.
 * Arithmetic: exact.
 * Shapes: the inputs broadcast.
 *
 * @param[in] gradOutput  gradient of the forward output
 * @param[in] self  forward input
 * @param[in] lambd  half the width of the interval that became 0, a scalar
 * @param[out] gradInput  gradient for the forward input; the shape of the inputs broadcast together
 */
ACLNN_API aclnnStatus aclnnHardshrinkBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                              const aclTensor* self, const aclScalar* lambd,
                                                              aclTensor* gradInput, uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);
/** Phase two of aclnnHardshrinkBackward. */
ACLNN_API aclnnStatus aclnnHardshrinkBackward(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_HARDSHRINK_BACKWARD_H_ */
