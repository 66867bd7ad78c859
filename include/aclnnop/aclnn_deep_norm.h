/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnDeepNorm: layer normalization of a weighted sum, as in DeepNet. */

#ifndef ACLNNOP_ACLNN_DEEP_NORM_H_
#define ACLNNOP_ACLNN_DEEP_NORM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnDeepNorm: yOut = (h - mean) * rstd * gamma + beta with h = alpha * x + gx, which is not rounded to its
 * type in between. mean and rstd = 1 / sqrt(variance + epsilon) are those of a row of h.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] x  any shape of 1 to 8 dimensions
 * @param[in] gx  shape and type of x
 * @param[in] beta  shift, as gamma
 * @param[in] gamma  scale; the trailing dimensions of x that a row consists of; type of x or FLOAT
 * @param[in] alpha  factor of x
 * @param[in] epsilon  added to the variance
 * @param[out] meanOut  one element per row, any shape, FLOAT
 * @param[out] rstdOut  as meanOut
 * @param[out] yOut  shape and type of x
 * @return 161002 if gamma has 0 dimensions
 */
ACLNN_API aclnnStatus aclnnDeepNormGetWorkspaceSize(const aclTensor* x, const aclTensor* gx,
                                                    const aclTensor* beta, const aclTensor* gamma,
                                                    double alpha, double epsilon, aclTensor* meanOut,
                                                    aclTensor* rstdOut, aclTensor* yOut,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDeepNorm. */
ACLNN_API aclnnStatus aclnnDeepNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_DEEP_NORM_H_ */
