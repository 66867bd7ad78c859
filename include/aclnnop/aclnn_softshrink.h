/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSoftshrink: soft shrinkage. */

#ifndef ACLNNOP_ACLNN_SOFTSHRINK_H_
#define ACLNNOP_ACLNN_SOFTSHRINK_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSoftshrink: out = self > lambd ? self - lambd : self < -lambd ? self + lambd : 0.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. out has the type of self. Scalars have any type. NaN stays NaN.
 * Shapes: all tensors have one shape.
 * @param[in] self  operand
 * @param[in] lambd  half the width of the interval that becomes 0, a scalar, not negative
 * @param[out] out  the shape of self
 * @return 161002 if lambd is negative or NaN
 */
ACLNN_API aclnnStatus aclnnSoftshrinkGetWorkspaceSize(const aclTensor* self, const aclScalar* lambd,
                                                      aclTensor* out, uint64_t* workspaceSize,
                                                      aclOpExecutor** executor);
/** Phase two of aclnnSoftshrink. */
ACLNN_API aclnnStatus aclnnSoftshrink(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SOFTSHRINK_H_ */
