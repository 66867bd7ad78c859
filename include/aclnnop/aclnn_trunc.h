/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnTrunc, aclnnInplaceTrunc: rounding towards zero.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. out has the type of self.
 * Arithmetic: exact; integers are unchanged.
 * Shapes: all tensors have one shape.
 */

#ifndef ACLNNOP_ACLNN_TRUNC_H_
#define ACLNNOP_ACLNN_TRUNC_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnTrunc: out = self truncated to an integer.
 * @param[in] self  operand
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnTruncGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnTrunc. */
ACLNN_API aclnnStatus aclnnTrunc(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

/**
 * aclnnInplaceTrunc: selfRef = selfRef truncated to an integer.
 * @param[in,out] selfRef  operand and result
 */
ACLNN_API aclnnStatus aclnnInplaceTruncGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                                        aclOpExecutor** executor);
/** Phase two of aclnnInplaceTrunc. */
ACLNN_API aclnnStatus aclnnInplaceTrunc(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_TRUNC_H_ */
