/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnLayerNorm, aclnnFastLayerNorm, aclnnLayerNormWithImplMode: layer normalization. */

#ifndef ACLNNOP_ACLNN_LAYER_NORM_H_
#define ACLNNOP_ACLNN_LAYER_NORM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLayerNorm: layer normalization. With mu and v the mean and the variance (1/n) of the elements x of a
 * row, the trailing dimensions that normalizedShape names:
 *
 *     out = (x - mu) / sqrt(v + eps) * weight + bias,  meanOut = mu,  rstdOut = 1 / sqrt(v + eps)
 *
 * Source: Ba, Kiros, Hinton, "Layer normalization", 2016. Rows without elements have mean 0 and rstd NaN.
 * Types: FLOAT, FLOAT16, BFLOAT16. Arithmetic: sums in float32 lanes, then in float64. Statistics are
 * centred: a mean much larger than the deviation does not reduce their accuracy.
 *
 * @param[in] input  any shape of 1 to 8 dimensions
 * @param[in] normalizedShape  the trailing dimensions of input that a row consists of
 * @param[in] weight  shape normalizedShape, type of input or FLOAT. NULL: ones
 * @param[in] bias  as weight. NULL: zeros
 * @param[in] eps  added to the variance
 * @param[out] out  shape and type of input
 * @param[out] meanOut  means: one element per row, any shape, type of input or FLOAT. NULL: not computed
 * @param[out] rstdOut  reciprocal standard deviations: as meanOut
 * @return 161002 if normalizedShape is empty
 */
ACLNN_API aclnnStatus aclnnLayerNormGetWorkspaceSize(const aclTensor* input,
                                                     const aclIntArray* normalizedShape,
                                                     const aclTensor* weight, const aclTensor* bias,
                                                     double eps, aclTensor* out, aclTensor* meanOut,
                                                     aclTensor* rstdOut, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);
/** Phase two of aclnnLayerNorm. */
ACLNN_API aclnnStatus aclnnLayerNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

/**
 * aclnnFastLayerNorm: aclnnLayerNorm, with the same arithmetic.
 *
 * @param[in] input  any shape of 1 to 8 dimensions
 * @param[in] normalizedShape  the trailing dimensions of input that a row consists of
 * @param[in] weightOptional  shape normalizedShape, type of input or FLOAT. NULL: ones
 * @param[in] biasOptional  as weightOptional. NULL: zeros
 * @param[in] eps  added to the variance
 * @param[out] out  shape and type of input
 * @param[out] meanOutOptional  as meanOut of aclnnLayerNorm
 * @param[out] rstdOutOptional  as rstdOut of aclnnLayerNorm
 * @return 161002 if normalizedShape is empty
 */
ACLNN_API aclnnStatus aclnnFastLayerNormGetWorkspaceSize(
    const aclTensor* input, const aclIntArray* normalizedShape, const aclTensor* weightOptional,
    const aclTensor* biasOptional, double eps, aclTensor* out, aclTensor* meanOutOptional,
    aclTensor* rstdOutOptional, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFastLayerNorm. */
ACLNN_API aclnnStatus aclnnFastLayerNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

/**
 * aclnnLayerNormWithImplMode: aclnnLayerNorm, with the same arithmetic in each mode.
 *
 * @param[in] input  any shape of 1 to 8 dimensions
 * @param[in] normalizedShape  the trailing dimensions of input that a row consists of
 * @param[in] weightOptional  shape normalizedShape, type of input or FLOAT. NULL: ones
 * @param[in] biasOptional  as weightOptional. NULL: zeros
 * @param[in] eps  added to the variance
 * @param[out] out  shape and type of input
 * @param[out] meanOutOptional  as meanOut of aclnnLayerNorm
 * @param[out] rstdOutOptional  as rstdOut of aclnnLayerNorm
 * @param[in] implMode  0: precise, 1: fast, 2: FLOAT16 arithmetic, for which all inputs must be FLOAT16
 * @return 161002 if normalizedShape is empty or implMode is another number
 */
ACLNN_API aclnnStatus aclnnLayerNormWithImplModeGetWorkspaceSize(
    const aclTensor* input, const aclIntArray* normalizedShape, const aclTensor* weightOptional,
    const aclTensor* biasOptional, double eps, aclTensor* out, aclTensor* meanOutOptional,
    aclTensor* rstdOutOptional, int32_t implMode, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnLayerNormWithImplMode. */
ACLNN_API aclnnStatus aclnnLayerNormWithImplMode(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LAYER_NORM_H_ */
