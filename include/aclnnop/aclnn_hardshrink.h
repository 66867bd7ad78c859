/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnHardshrink: hard shrinkage. */

#ifndef ACLNNOP_ACLNN_HARDSHRINK_H_
#define ACLNNOP_ACLNN_HARDSHRINK_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnHardshrink: out = -lambd <= self <= lambd ? 0 : self.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. out has the type of self. Scalars have any type.
 * Arithmetic: exact. NaN stays NaN.
 * Shapes: all tensors have one shape.
 *
 * @param[in] self  operand
 * @param[in] lambd  half the width of the interval that becomes 0, a scalar
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnHardshrinkGetWorkspaceSize(const aclTensor* self, const aclScalar* lambd,
                                                      aclTensor* out, uint64_t* workspaceSize,
                                                      aclOpExecutor** executor);
/** Phase two of aclnnHardshrink. */
ACLNN_API aclnnStatus aclnnHardshrink(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_HARDSHRINK_H_ */
