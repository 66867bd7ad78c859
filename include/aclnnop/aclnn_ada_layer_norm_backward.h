/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAdaLayerNormBackward: gradients of layer normalization with scale and shift of each sample. */

#ifndef ACLNNOP_ACLNN_ADA_LAYER_NORM_BACKWARD_H_
#define ACLNNOP_ACLNN_ADA_LAYER_NORM_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAdaLayerNormBackward: gradients of aclnnAdaLayerNorm. With f = gradOut * (1 + scale), g = f * weight,
 * xh = (input - mean) * rstd and averages over a row:
 *
 *     gradInputOut  = rstd * (g - average of g - xh * average of g * xh)
 *     gradScaleOut  = sum of gradOut * (xh * weight + bias) over the rows of a sample
 *     gradShiftOut  = sum of gradOut over the rows of a sample
 *     gradWeightOut = sum of f * xh, gradBiasOut = sum of f, over all rows
 *
 * mean and rstd are used as given. An output that is NULL is not computed. Sums of no rows are 0. Source:
 * the chain rule on aclnnAdaLayerNorm's formula. Types: FLOAT, FLOAT16, BFLOAT16. Arithmetic: sums in
 * float32 lanes, then in float64.
 *
 * @param[in] gradOut  gradient of the forward output; shape and type of input
 * @param[in] input  [..., S, H], 2 to 8 dimensions; the forward x
 * @param[in] normalizedShape  [H]
 * @param[in] rstd  reciprocal standard deviations: one element per row, any shape, type of input or FLOAT
 * @param[in] mean  means, as rstd
 * @param[in] scale  [..., H] or [..., 1, H], type of input
 * @param[in] shift  as scale; only its shape and type are checked
 * @param[in] weightOptional  [H], type of input or FLOAT; NULL: ones
 * @param[in] biasOptional  as weightOptional; NULL: zeros
 * @param[out] gradInputOut  shape and type of input
 * @param[out] gradScaleOut  [..., H] or [..., 1, H], type of input
 * @param[out] gradShiftOut  as gradScaleOut
 * @param[out] gradWeightOut  [H], type of input or FLOAT
 * @param[out] gradBiasOut  as gradWeightOut
 */
ACLNN_API aclnnStatus aclnnAdaLayerNormBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclTensor* input, const aclIntArray* normalizedShape,
    const aclTensor* rstd, const aclTensor* mean, const aclTensor* scale, const aclTensor* shift,
    const aclTensor* weightOptional, const aclTensor* biasOptional, aclTensor* gradInputOut,
    aclTensor* gradScaleOut, aclTensor* gradShiftOut, aclTensor* gradWeightOut, aclTensor* gradBiasOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAdaLayerNormBackward. */
ACLNN_API aclnnStatus aclnnAdaLayerNormBackward(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADA_LAYER_NORM_BACKWARD_H_ */
