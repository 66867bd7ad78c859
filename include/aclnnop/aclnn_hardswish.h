/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnHardswish, aclnnInplaceHardswish: hard swish.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. out has the type of self.
 * Arithmetic: each intermediate operation is rounded.
 * Shapes: all tensors have one shape.
 */

#ifndef ACLNNOP_ACLNN_HARDSWISH_H_
#define ACLNNOP_ACLNN_HARDSWISH_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnHardswish: out = self * min(max(self + 3, 0), 6) / 6.
 * @param[in] self  operand
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnHardswishGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                     uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnHardswish. */
ACLNN_API aclnnStatus aclnnHardswish(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

/**
 * aclnnInplaceHardswish: selfRef = selfRef * min(max(selfRef + 3, 0), 6) / 6.
 * @param[in,out] selfRef  operand and result
 */
ACLNN_API aclnnStatus aclnnInplaceHardswishGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnInplaceHardswish. */
ACLNN_API aclnnStatus aclnnInplaceHardswish(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_HARDSWISH_H_ */
