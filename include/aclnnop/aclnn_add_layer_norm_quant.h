/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAddLayerNormQuant: layer normalization of a sum, quantized. */

#ifndef ACLNNOP_ACLNN_ADD_LAYER_NORM_QUANT_H_
#define ACLNNOP_ACLNN_ADD_LAYER_NORM_QUANT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAddLayerNormQuant: quantizes z = (x - mean) * rstd * gamma + beta with x = x1 + x2 + bias, which is
 * not rounded to its type in between. mean and rstd = 1 / sqrt(variance + epsilon) are those of a row of x.
 * Mode "static": y1Out = z / scales1 + zeroPoints1, or z * scales1 + zeroPoints1. Mode "dynamic": y1Out *
 * outScales1Out = z * scales1, where a row's outScales1Out is its largest magnitude / 127. Rounded to the
 * nearest integer, ties to even, and saturated. y2Out and outScales2Out follow from the second scales
 * likewise.
 *
 * @param[in] x1  summand; any shape of 1 to 8 dimensions; FLOAT, FLOAT16, BFLOAT16
 * @param[in] x2  summand; shape and type of x1
 * @param[in] gamma  scale; the trailing dimensions of x1 that a row consists of, with or without dimensions
 *   of 1 in front; type of x1 or FLOAT
 * @param[in] beta  shift, as gamma
 * @param[in] biasOptional  third summand; shape of gamma or x1, type of x1 or FLOAT; NULL: zeros
 * @param[in] scales1Optional  shape of gamma, or one element; FLOAT, FLOAT16, BFLOAT16; NULL: only in the
 *   mode "dynamic"
 * @param[in] scales2Optional  the same; NULL: there is no second result
 * @param[in] zeroPoints1Optional  shape of gamma, or one element; INT32, INT8, FLOAT, FLOAT16, BFLOAT16;
 *   NULL: 0, and in the mode "dynamic"
 * @param[in] zeroPoints2Optional  the same; a tensor exactly where zeroPoints1Optional and scales2Optional
 *   are tensors
 * @param[in] quantMode  "static" or "dynamic"
 * @param[in] epsilon  added to the variance
 * @param[in] additionalOutput  whether to write xOut
 * @param[in] divMode  whether norms are divided by scales, or multiplied; no effect in the mode "dynamic"
 * @param[out] y1Out  shape of x1, INT8
 * @param[out] y2Out  shape of x1, INT8; without scales2Optional it is not written and may be NULL
 * @param[out] xOut  x; shape and type of x1; without additionalOutput it is not written and may be NULL
 * @param[out] outScales1Out  one element per row, any shape, FLOAT; in the mode "static" it is not written
 *   and may be NULL
 * @param[out] outScales2Out  as outScales1Out; also without scales2Optional
 */
ACLNN_API aclnnStatus aclnnAddLayerNormQuantGetWorkspaceSize(
    const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma, const aclTensor* beta,
    const aclTensor* biasOptional, const aclTensor* scales1Optional, const aclTensor* scales2Optional,
    const aclTensor* zeroPoints1Optional, const aclTensor* zeroPoints2Optional, const char* quantMode,
    double epsilon, bool additionalOutput, bool divMode, aclTensor* y1Out, aclTensor* y2Out, aclTensor* xOut,
    aclTensor* outScales1Out, aclTensor* outScales2Out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAddLayerNormQuant. */
ACLNN_API aclnnStatus aclnnAddLayerNormQuant(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADD_LAYER_NORM_QUANT_H_ */
