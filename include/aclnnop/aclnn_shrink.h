/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnShrink: shrinkage by a bias outside of an interval. */

#ifndef ACLNNOP_ACLNN_SHRINK_H_
#define ACLNNOP_ACLNN_SHRINK_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnShrink: out = self > lambd ? self - bias : self < -lambd ? self + bias : 0.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. out has the type of self. Scalars have any type. NaN becomes 0.
 * @param[in] self  operand
 * @param[in] lambd  half the width of the interval that becomes 0, a scalar, not negative
 * @param[in] bias  what numbers outside of the interval move towards 0 by, a scalar
 * @param[out] out  the shape of self
 * @return 161002 if lambd is negative or NaN
 */
ACLNN_API aclnnStatus aclnnShrinkGetWorkspaceSize(const aclTensor* self, const aclScalar* lambd,
                                                  const aclScalar* bias, aclTensor* out,
                                                  uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnShrink. */
ACLNN_API aclnnStatus aclnnShrink(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SHRINK_H_ */
