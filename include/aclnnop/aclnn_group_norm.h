/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGroupNorm: group normalization. */

#ifndef ACLNNOP_ACLNN_GROUP_NORM_H_
#define ACLNNOP_ACLNN_GROUP_NORM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupNorm: group normalization. With self as [N, C, HxW], in row-major order of the view, and mu and v
 * the mean and the variance (1/n) of a group, C / group neighbouring channels of a sample:
 *
 *     out = (self - mu) / sqrt(v + eps) * gamma[c] + beta[c],  meanOut = mu,  rstdOut = 1 / sqrt(v + eps)
 *
 * Source: Wu, He, "Group normalization", 2018. Groups without elements have mean 0 and rstd NaN.
 * Types: FLOAT, FLOAT16, BFLOAT16. Arithmetic: sums in float32 lanes, then in float64. Statistics are
 * centred: a mean much larger than the deviation does not reduce their accuracy.
 *
 * @param[in] self  N*C*HxW elements, 2 to 8 dimensions
 * @param[in] gamma  scale of each channel, [C], type of self or FLOAT. NULL: ones
 * @param[in] beta  shift of each channel, as gamma. NULL: zeros
 * @param[in] N  samples
 * @param[in] C  channels
 * @param[in] HxW  elements of one channel of one sample
 * @param[in] group  groups of a sample, a divisor of C
 * @param[in] eps  added to the variance
 * @param[out] out  shape and type of self
 * @param[out] meanOut  means of the groups; N*group elements, any shape, type of self or FLOAT
 * @param[out] rstdOut  reciprocal standard deviations: as meanOut
 * @return 161002 if N, C or HxW is negative; eps is negative or NaN
 */
ACLNN_API aclnnStatus aclnnGroupNormGetWorkspaceSize(const aclTensor* self, const aclTensor* gamma,
                                                     const aclTensor* beta, int64_t N, int64_t C, int64_t HxW,
                                                     int64_t group, double eps, aclTensor* out,
                                                     aclTensor* meanOut, aclTensor* rstdOut,
                                                     uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGroupNorm. */
ACLNN_API aclnnStatus aclnnGroupNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUP_NORM_H_ */
