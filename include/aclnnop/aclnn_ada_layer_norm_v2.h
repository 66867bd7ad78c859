/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAdaLayerNormV2: layer normalization with scale and shift of each sample. */

#ifndef ACLNNOP_ACLNN_ADA_LAYER_NORM_V2_H_
#define ACLNNOP_ACLNN_ADA_LAYER_NORM_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAdaLayerNormV2: as aclnnAdaLayerNorm, and writes the statistics of each row.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] x  as aclnnAdaLayerNorm's, like the arguments up to out
 * @param[out] meanOutOptional  one element per row, any shape, type of x or FLOAT; may be NULL
 * @param[out] rstdOutOptional  1 / sqrt(variance + epsilon), as meanOutOptional
 */
ACLNN_API aclnnStatus aclnnAdaLayerNormV2GetWorkspaceSize(
    const aclTensor* x, const aclTensor* scale, const aclTensor* shift, const aclTensor* weightOptional,
    const aclTensor* biasOptional, double epsilon, aclTensor* out, aclTensor* meanOutOptional,
    aclTensor* rstdOutOptional, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAdaLayerNormV2. */
ACLNN_API aclnnStatus aclnnAdaLayerNormV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADA_LAYER_NORM_V2_H_ */
