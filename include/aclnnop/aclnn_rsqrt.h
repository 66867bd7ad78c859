/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnRsqrt, aclnnInplaceRsqrt: reciprocal square roots.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128.
 * Integers and BOOL are computed as FLOAT. A complex root has a real part that is not negative.
 * Arithmetic: the root and its inverse are each rounded. The result for zeros is an infinity, for negative
 * numbers NaN.
 * Shapes: all tensors have one shape.
 */

#ifndef ACLNNOP_ACLNN_RSQRT_H_
#define ACLNNOP_ACLNN_RSQRT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRsqrt: out = 1 / sqrt(self).
 * @param[in] self  operand
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnRsqrtGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnRsqrt. */
ACLNN_API aclnnStatus aclnnRsqrt(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

/**
 * aclnnInplaceRsqrt: selfRef = 1 / sqrt(selfRef).
 * @param[in,out] selfRef  operand and result
 */
ACLNN_API aclnnStatus aclnnInplaceRsqrtGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                                        aclOpExecutor** executor);
/** Phase two of aclnnInplaceRsqrt. */
ACLNN_API aclnnStatus aclnnInplaceRsqrt(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_RSQRT_H_ */
