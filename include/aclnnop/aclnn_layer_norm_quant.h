/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnLayerNormQuant: layer normalization, quantized by a given scale. */

#ifndef ACLNNOP_ACLNN_LAYER_NORM_QUANT_H_
#define ACLNNOP_ACLNN_LAYER_NORM_QUANT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLayerNormQuant: res = ((x - mean) / sqrt(variance + epsilon) * gamma + beta) / scale + zeroPoints,
 * rounded to nearest, ties to even, and saturated; NaN becomes 0. Mean and variance are those of a row.
 * Arithmetic: float32.
 *
 * @param[in] x  any shape of 1 to 8 dimensions; FLOAT, FLOAT16, BFLOAT16
 * @param[in] gamma  scale; the trailing dimensions of x that a row consists of, with or without
 *   dimensions of 1 in front; type of x or FLOAT
 * @param[in] beta  shift; shape of gamma; type of x or FLOAT
 * @param[in] scale  one element, or the shape of gamma; FLOAT, FLOAT16, BFLOAT16
 * @param[in] zeroPointsOptional  one element, or the shape of gamma; INT8, INT32, FLOAT, FLOAT16,
 *   BFLOAT16; NULL: 0
 * @param[in] quantMode  0: static. What scales of rows (1) mean here is not documented: 161002
 * @param[in] epsilon  added to the variance
 * @param[out] res  shape of x, INT8
 * @param[out] scaleOut  not written; NULL or any tensor
 */
ACLNN_API aclnnStatus aclnnLayerNormQuantGetWorkspaceSize(const aclTensor* x, const aclTensor* gamma,
                                                          const aclTensor* beta, const aclTensor* scale,
                                                          const aclTensor* zeroPointsOptional, int quantMode,
                                                          double epsilon, aclTensor* res, aclTensor* scaleOut,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnLayerNormQuant. */
ACLNN_API aclnnStatus aclnnLayerNormQuant(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LAYER_NORM_QUANT_H_ */
