/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnHardtanhBackward: gradient of aclnnHardtanh. */

#ifndef ACLNNOP_ACLNN_HARDTANH_BACKWARD_H_
#define ACLNNOP_ACLNN_HARDTANH_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnHardtanhBackward: out = self <= min or self >= max ? 0 : gradOutput.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Operands promote. Scalars have any type.
 * Arithmetic: exact. If self is NaN, gradOutput passes (as in PyTorch).
 * Shapes: the operands broadcast.
 *
 * @param[in] gradOutput  gradient with respect to the output
 * @param[in] self  operand of the forward operator; broadcasts with gradOutput
 * @param[in] min  the lower bound, a scalar
 * @param[in] max  the upper bound, a scalar
 * @param[out] out  gradient with respect to the operand; the broadcast shape of gradOutput and self
 */
ACLNN_API aclnnStatus aclnnHardtanhBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                            const aclTensor* self, const aclScalar* min,
                                                            const aclScalar* max, aclTensor* out,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnHardtanhBackward. */
ACLNN_API aclnnStatus aclnnHardtanhBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_HARDTANH_BACKWARD_H_ */
