/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAddRmsNorm: sum and root mean square normalization. */

#ifndef ACLNNOP_ACLNN_ADD_RMS_NORM_H_
#define ACLNNOP_ACLNN_ADD_RMS_NORM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAddRmsNorm: sum and root mean square normalization. With the mean over a row, the trailing dimensions
 * that gamma has:
 *
 *     xOut = x1 + x2, rounded to its type
 *     rstdOut = 1 / sqrt(mean of xOut * xOut + epsilon),  yOut = xOut * rstdOut * gamma
 *
 * The result is that of aclnnAdd followed by aclnnRmsNorm. Source: Zhang, Sennrich, "Root mean square layer
 * normalization", 2019. Rows without elements have rstd NaN.
 * Types: FLOAT, FLOAT16, BFLOAT16. Arithmetic: sums in float32 lanes, then in float64. Statistics are
 * centred: a mean much larger than the deviation does not reduce their accuracy.
 *
 * @param[in] x1  any shape of 1 to 8 dimensions
 * @param[in] x2  shape and type of x1
 * @param[in] gamma  scale; the trailing dimensions of x1 that a row consists of; type of x1 or FLOAT
 * @param[in] epsilon  added to the mean square
 * @param[out] yOut  shape and type of x1
 * @param[out] rstdOut  one element per row, any shape, FLOAT
 * @param[out] xOut  shape and type of x1
 * @return 161002 if gamma has 0 dimensions
 */
ACLNN_API aclnnStatus aclnnAddRmsNormGetWorkspaceSize(const aclTensor* x1, const aclTensor* x2,
                                                      const aclTensor* gamma, double epsilon, aclTensor* yOut,
                                                      aclTensor* rstdOut, aclTensor* xOut,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAddRmsNorm. */
ACLNN_API aclnnStatus aclnnAddRmsNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADD_RMS_NORM_H_ */
