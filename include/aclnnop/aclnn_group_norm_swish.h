/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGroupNormSwish: group normalization followed by swish. */

#ifndef ACLNNOP_ACLNN_GROUP_NORM_SWISH_H_
#define ACLNNOP_ACLNN_GROUP_NORM_SWISH_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupNormSwish: yOut = z / (1 + e^(-swishScale * z)), where z is the result of aclnnGroupNorm, which is
 * not rounded to its type in between.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] x  [N, C, ...], 2 to 8 dimensions
 * @param[in] gamma  scale of each channel, [C], type of x or FLOAT
 * @param[in] beta  shift of each channel, as gamma
 * @param[in] numGroups  groups of a sample, a divisor of C
 * @param[in] dataFormatOptional  "NCHW" or NULL
 * @param[in] eps  added to the variance
 * @param[in] activateSwish  whether swish follows; otherwise yOut is that of aclnnGroupNorm
 * @param[in] swishScale  factor of z in the exponent
 * @param[out] yOut  shape and type of x
 * @param[out] meanOut  means of the groups; N * numGroups elements, any shape, type of x or FLOAT
 * @param[out] rstdOut  reciprocal standard deviations: as meanOut
 * @return 161002 if eps is negative or NaN, or for another dataFormatOptional
 */
ACLNN_API aclnnStatus aclnnGroupNormSwishGetWorkspaceSize(
    const aclTensor* x, const aclTensor* gamma, const aclTensor* beta, int64_t numGroups,
    char* dataFormatOptional, double eps, bool activateSwish, double swishScale, aclTensor* yOut,
    aclTensor* meanOut, aclTensor* rstdOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGroupNormSwish. */
ACLNN_API aclnnStatus aclnnGroupNormSwish(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUP_NORM_SWISH_H_ */
