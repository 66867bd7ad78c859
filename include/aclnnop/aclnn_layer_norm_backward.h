/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnLayerNormBackward: gradients of layer normalization. */

#ifndef ACLNNOP_ACLNN_LAYER_NORM_BACKWARD_H_
#define ACLNNOP_ACLNN_LAYER_NORM_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLayerNormBackward: gradients of layer normalization. With g = gradOut * weight, xh = (input - mean) *
 * rstd and averages over a row, the trailing dimensions that normalizedShape names:
 *
 *     gradInputOut  = rstd * (g - average of g - xh * average of g * xh)
 *     gradWeightOut = sum of gradOut * xh over the rows
 *     gradBiasOut   = sum of gradOut over the rows
 *
 * mean and rstd are used as given. Source: the chain rule on aclnnLayerNorm's formula. An output that
 * outputMask does not ask for is ignored. Without rows, gradWeightOut and gradBiasOut become 0. Index map for
 * aclSetInputTensorAddr: gradOut 0, input 1, mean 2, rstd 3, weight 4 (also when NULL).
 * Types: FLOAT, FLOAT16, BFLOAT16. Arithmetic: sums in float32 lanes, then in float64. Statistics are
 * centred: a mean much larger than the deviation does not reduce their accuracy.
 *
 * @param[in] gradOut  gradient of the forward output; shape of input
 * @param[in] input  forward input; type of gradOut
 * @param[in] normalizedShape  the trailing dimensions of input that a row consists of
 * @param[in] mean  means: one element per row, any shape, type of gradOut or FLOAT
 * @param[in] rstd  reciprocal standard deviations: as mean
 * @param[in] weight  shape normalizedShape, type of gradOut or FLOAT. NULL: ones
 * @param[in] bias  as weight; only its shape and type are checked. NULL: no bias
 * @param[in] outputMask  3 flags: write gradInputOut, gradWeightOut, gradBiasOut?
 * @param[out] gradInputOut  shape of input, type of gradOut
 * @param[out] gradWeightOut  shape normalizedShape, type of gradOut or FLOAT
 * @param[out] gradBiasOut  as gradWeightOut
 * @return 161001 if an output is NULL and its flag is true. 161002 if normalizedShape is empty
 */
ACLNN_API aclnnStatus aclnnLayerNormBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclTensor* input, const aclIntArray* normalizedShape,
    const aclTensor* mean, const aclTensor* rstd, const aclTensor* weight, const aclTensor* bias,
    const aclBoolArray* outputMask, aclTensor* gradInputOut, aclTensor* gradWeightOut, aclTensor* gradBiasOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnLayerNormBackward. */
ACLNN_API aclnnStatus aclnnLayerNormBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LAYER_NORM_BACKWARD_H_ */
