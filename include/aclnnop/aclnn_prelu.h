/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnPrelu: leaky rectified linear unit with learned slopes. */

#ifndef ACLNNOP_ACLNN_PRELU_H_
#define ACLNNOP_ACLNN_PRELU_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnPrelu: out = self > 0 ? self : weight * self.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Operands promote. The result is NaN if self is NaN. weight has one
 * element, or one element per channel (dimension 1 of self), in any shape, at equal distances in memory.
 * @param[in] self  operand
 * @param[in] weight  slope below zero: one, or one per channel
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnPreluGetWorkspaceSize(const aclTensor* self, const aclTensor* weight,
                                                 aclTensor* out, uint64_t* workspaceSize,
                                                 aclOpExecutor** executor);
/** Phase two of aclnnPrelu. */
ACLNN_API aclnnStatus aclnnPrelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_PRELU_H_ */
