/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnRmsNorm: root mean square normalization. */

#ifndef ACLNNOP_ACLNN_RMS_NORM_H_
#define ACLNNOP_ACLNN_RMS_NORM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRmsNorm: root mean square normalization. With the mean over a row, the trailing dimensions that gamma
 * has:
 *
 *     rstdOut = 1 / sqrt(mean of x * x + epsilon),  yOut = x * rstdOut * gamma
 *
 * Source: Zhang, Sennrich, "Root mean square layer normalization", 2019. Rows without elements have rstd NaN.
 * Types: FLOAT, FLOAT16, BFLOAT16. Arithmetic: sums in float32 lanes, then in float64. Statistics are
 * centred: a mean much larger than the deviation does not reduce their accuracy.
 *
 * @param[in] x  any shape of 1 to 8 dimensions
 * @param[in] gamma  scale; the trailing dimensions of x that a row consists of; type of x or FLOAT
 * @param[in] epsilon  added to the mean square
 * @param[out] yOut  shape and type of x
 * @param[out] rstdOut  one element per row, any shape, FLOAT
 * @return 161002 if gamma has 0 dimensions
 */
ACLNN_API aclnnStatus aclnnRmsNormGetWorkspaceSize(const aclTensor* x, const aclTensor* gamma, double epsilon,
                                                   aclTensor* yOut, aclTensor* rstdOut,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnRmsNorm. */
ACLNN_API aclnnStatus aclnnRmsNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_RMS_NORM_H_ */
