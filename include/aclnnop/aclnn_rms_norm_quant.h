/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnRmsNormQuant: root mean square normalization, quantized by a given scale. */

#ifndef ACLNNOP_ACLNN_RMS_NORM_QUANT_H_
#define ACLNNOP_ACLNN_RMS_NORM_QUANT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRmsNormQuant: y = (x / sqrt(mean of x^2 over a row + epsilon) * gamma + beta) / scale + offset,
 * rounded to nearest, ties to even, and saturated; NaN becomes 0. Arithmetic: float32.
 *
 * @param[in] x  any shape of 1 to 8 dimensions; FLOAT, FLOAT16, BFLOAT16
 * @param[in] gamma  scale; the trailing dimensions of x that a row consists of, with or without
 *   dimensions of 1 in front; type of x or FLOAT
 * @param[in] beta  shift; shape of gamma; type of x or FLOAT
 * @param[in] scale  one element, or the shape of gamma; FLOAT, FLOAT16, BFLOAT16
 * @param[in] offset  one element, or the shape of gamma; INT8, INT32, FLOAT, FLOAT16, BFLOAT16
 * @param[in] epsilon  added to the mean square
 * @param[out] y  shape of x, INT8
 */
ACLNN_API aclnnStatus aclnnRmsNormQuantGetWorkspaceSize(const aclTensor* x, const aclTensor* gamma,
                                                        const aclTensor* beta, const aclTensor* scale,
                                                        const aclTensor* offset, double epsilon, aclTensor* y,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnRmsNormQuant. */
ACLNN_API aclnnStatus aclnnRmsNormQuant(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_RMS_NORM_QUANT_H_ */
