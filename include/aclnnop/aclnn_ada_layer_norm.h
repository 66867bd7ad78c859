/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAdaLayerNorm: layer normalization with scale and shift of each sample. */

#ifndef ACLNNOP_ACLNN_ADA_LAYER_NORM_H_
#define ACLNNOP_ACLNN_ADA_LAYER_NORM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAdaLayerNorm: out = norm * (1 + scale) + shift, where norm is the layer normalization of rows of H
 * elements with weight and bias, as aclnnLayerNorm's. scale and shift are those of a sample: all S rows
 * share them.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] x  [..., S, H], 2 to 8 dimensions
 * @param[in] scale  [..., H] or [..., 1, H], type of x
 * @param[in] shift  as scale, each in one of these shapes
 * @param[in] weightOptional  [H], type of x or FLOAT; NULL: ones
 * @param[in] biasOptional  as weightOptional; NULL: zeros
 * @param[in] epsilon  added to the variance
 * @param[out] out  shape and type of x
 */
ACLNN_API aclnnStatus aclnnAdaLayerNormGetWorkspaceSize(const aclTensor* x, const aclTensor* scale,
                                                        const aclTensor* shift,
                                                        const aclTensor* weightOptional,
                                                        const aclTensor* biasOptional, double epsilon,
                                                        aclTensor* out, uint64_t* workspaceSize,
                                                        aclOpExecutor** executor);
/** Phase two of aclnnAdaLayerNorm. */
ACLNN_API aclnnStatus aclnnAdaLayerNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADA_LAYER_NORM_H_ */
