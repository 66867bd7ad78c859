/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnStdMeanCorrection: standard deviations and means over dimensions. */

#ifndef ACLNNOP_ACLNN_STD_MEAN_CORRECTION_H_
#define ACLNNOP_ACLNN_STD_MEAN_CORRECTION_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnStdMeanCorrection: stdOut = the standard deviation of self over dim, the root of the variance,
 * computed in float64; meanOut = the mean. The variance is the sum of the squares of the distances from the
 * mean, divided by max(0, N - correction) with N the number of elements. If that is 0, the variance is
 * infinite, or NaN if all elements are equal. The variance of no elements is NaN. NaN and infinite elements
 * give NaN.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Results have any of these types.
 * Arithmetic: each block of 512 elements in float32, its distances from its mean, which is found first
 * (DOUBLE: in float64); blocks are joined in float64, and results rounded once. Equal elements have variance
 * 0.
 * Source: PyTorch's torch.std_mean.
 *
 * @param[in] self  tensor of any shape
 * @param[in] dim  dimensions to reduce; an empty array or NULL means all
 * @param[in] correction  number subtracted from the number of elements: 1 for the unbiased estimate
 * @param[in] keepdim  whether outputs keep the reduced dimensions with size 1
 * @param[out] stdOut  shape of self without the reduced dimensions, or with size 1 there; a floating-point
 *     type
 * @param[out] meanOut  the same
 */
ACLNN_API aclnnStatus aclnnStdMeanCorrectionGetWorkspaceSize(const aclTensor* self, const aclIntArray* dim,
                                                             int64_t correction, bool keepdim,
                                                             aclTensor* stdOut, aclTensor* meanOut,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnStdMeanCorrection. */
ACLNN_API aclnnStatus aclnnStdMeanCorrection(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_STD_MEAN_CORRECTION_H_ */
