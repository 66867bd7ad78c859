/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnStd: standard deviations over dimensions. */

#ifndef ACLNNOP_ACLNN_STD_H_
#define ACLNNOP_ACLNN_STD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnStd: out = the standard deviation of self over dim: the root of the variance, computed in float64. The
 * variance is the sum of the squares of the distances from the mean, divided by max(0, N - correction) with N
 * the number of elements. If that is 0, the variance is infinite, or NaN if all elements are equal. The
 * variance of no elements is NaN. NaN and infinite elements give NaN.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE; out has any of these types. self may also be COMPLEX64 or
 * COMPLEX128: the variance of the real parts plus that of the imaginary ones, in float64. Then out may also be
 * complex, with imaginary parts of 0: torch_npu gives it the type of self.
 * Arithmetic: each block of 512 elements in float32, its distances from its mean, which is found first
 * (DOUBLE: in float64); blocks are joined in float64, and results rounded once. Equal elements have variance
 * 0.
 * Source: PyTorch's torch.std.
 *
 * @param[in] self  tensor of any shape
 * @param[in] dim  dimensions to reduce; an empty array or NULL means all
 * @param[in] correction  number subtracted from the number of elements: 1 for the unbiased estimate
 * @param[in] keepdim  whether outputs keep the reduced dimensions with size 1
 * @param[out] out  shape of self without the reduced dimensions, or with size 1 there; a floating-point type,
 *     or a complex one if self is complex
 */
ACLNN_API aclnnStatus aclnnStdGetWorkspaceSize(const aclTensor* self, const aclIntArray* dim,
                                               int64_t correction, bool keepdim, aclTensor* out,
                                               uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnStd. */
ACLNN_API aclnnStatus aclnnStd(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_STD_H_ */
