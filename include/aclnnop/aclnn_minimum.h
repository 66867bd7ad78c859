/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMinimum: minimum of two tensors. */

#ifndef ACLNNOP_ACLNN_MINIMUM_H_
#define ACLNNOP_ACLNN_MINIMUM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMinimum: out = min(self, other).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. Operands promote.
 * Arithmetic: exact. The result is NaN if any operand is NaN.
 * Shapes: the operands broadcast.
 *
 * @param[in] self  first operand
 * @param[in] other  second operand
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnMinimumGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                                   aclTensor* out, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor);
/** Phase two of aclnnMinimum. */
ACLNN_API aclnnStatus aclnnMinimum(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MINIMUM_H_ */
