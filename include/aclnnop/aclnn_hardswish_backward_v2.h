/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnHardswishBackwardV2: gradient of aclnnHardswish, continuous with its pieces. */

#ifndef ACLNNOP_ACLNN_HARDSWISH_BACKWARD_V2_H_
#define ACLNNOP_ACLNN_HARDSWISH_BACKWARD_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnHardswishBackwardV2: out = gradOutput times the slope: 0 if self <= -3, 1 if self >= 3, otherwise
 * self / 3 + 0.5. It differs from aclnnHardswishBackward only at -3 and 3.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Operands promote.
 * Arithmetic: each intermediate operation is rounded.
 * Shapes: the operands broadcast.
 *
 * @param[in] gradOutput  gradient with respect to the output
 * @param[in] self  operand of the forward operator; broadcasts with gradOutput
 * @param[out] out  gradient with respect to the operand; the broadcast shape of gradOutput and self
 */
ACLNN_API aclnnStatus aclnnHardswishBackwardV2GetWorkspaceSize(const aclTensor* gradOutput,
                                                               const aclTensor* self, aclTensor* out,
                                                               uint64_t* workspaceSize,
                                                               aclOpExecutor** executor);
/** Phase two of aclnnHardswishBackwardV2. */
ACLNN_API aclnnStatus aclnnHardswishBackwardV2(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_HARDSWISH_BACKWARD_V2_H_ */
