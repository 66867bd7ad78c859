/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnHardsigmoidBackward: gradient of aclnnHardsigmoid. */

#ifndef ACLNNOP_ACLNN_HARDSIGMOID_BACKWARD_H_
#define ACLNNOP_ACLNN_HARDSIGMOID_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnHardsigmoidBackward: out = -3 < self < 3 ? gradOutput / 6 : 0.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Operands promote.
 * Shapes: the operands broadcast.
 * @param[in] gradOutput  gradient with respect to the output
 * @param[in] self  operand of the forward operator; broadcasts with gradOutput
 * @param[out] out  gradient with respect to the operand; the broadcast shape of gradOutput and self
 */
ACLNN_API aclnnStatus aclnnHardsigmoidBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                               const aclTensor* self, aclTensor* out,
                                                               uint64_t* workspaceSize,
                                                               aclOpExecutor** executor);
/** Phase two of aclnnHardsigmoidBackward. */
ACLNN_API aclnnStatus aclnnHardsigmoidBackward(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_HARDSIGMOID_BACKWARD_H_ */
