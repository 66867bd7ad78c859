/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAdaLayerNormQuant: layer normalization with scale and shift of each sample, quantized. */

#ifndef ACLNNOP_ACLNN_ADA_LAYER_NORM_QUANT_H_
#define ACLNNOP_ACLNN_ADA_LAYER_NORM_QUANT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAdaLayerNormQuant: aclnnAdaLayerNorm, whose rows are multiplied by smooth scales and quantized: out *
 * quantScale = rows of norms, where a row's quantScale is its largest magnitude / 127. Rounded to the
 * nearest integer, ties to even. Types: FLOAT16, BFLOAT16.
 *
 * @param[in] x  [..., S, H], 2 to 8 dimensions
 * @param[in] scale  [..., H] or [..., 1, H], type of x
 * @param[in] shift  as scale, each in one of these shapes
 * @param[in] weightOptional  [H], type of x or FLOAT; NULL: ones
 * @param[in] biasOptional  as weightOptional; NULL: zeros
 * @param[in] smoothScalesOptional  as weightOptional
 * @param[in] epsilon  added to the variance
 * @param[in] quantMode  "dynamic"
 * @param[out] out  shape of x, INT8
 * @param[out] quantScale  one element per row, any shape, FLOAT
 * @param[out] quantOffsetOptional  NULL, as rows have no offsets
 */
ACLNN_API aclnnStatus aclnnAdaLayerNormQuantGetWorkspaceSize(
    const aclTensor* x, const aclTensor* scale, const aclTensor* shift, const aclTensor* weightOptional,
    const aclTensor* biasOptional, const aclTensor* smoothScalesOptional, double epsilon,
    const char* quantMode, aclTensor* out, aclTensor* quantScale, aclTensor* quantOffsetOptional,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAdaLayerNormQuant. */
ACLNN_API aclnnStatus aclnnAdaLayerNormQuant(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADA_LAYER_NORM_QUANT_H_ */
