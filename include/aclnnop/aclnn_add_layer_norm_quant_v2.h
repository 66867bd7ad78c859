/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAddLayerNormQuantV2: layer normalization of a sum, quantized, and the norm itself. */

#ifndef ACLNNOP_ACLNN_ADD_LAYER_NORM_QUANT_V2_H_
#define ACLNNOP_ACLNN_ADD_LAYER_NORM_QUANT_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAddLayerNormQuantV2: as aclnnAddLayerNormQuant, and writes the norm before it is quantized.
 *
 * @param[in] x1  as aclnnAddLayerNormQuant's, like the other arguments
 * @param[out] layernormRes  the norm before it is quantized: shape and type of x1; NULL: it is not written
 */
ACLNN_API aclnnStatus aclnnAddLayerNormQuantV2GetWorkspaceSize(
    const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma, const aclTensor* beta,
    const aclTensor* biasOptional, const aclTensor* scales1Optional, const aclTensor* scales2Optional,
    const aclTensor* zeroPoints1Optional, const aclTensor* zeroPoints2Optional, const char* quantMode,
    double epsilon, bool additionalOutput, bool divMode, aclTensor* y1Out, aclTensor* y2Out, aclTensor* xOut,
    aclTensor* layernormRes, aclTensor* outScales1Out, aclTensor* outScales2Out, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnAddLayerNormQuantV2. */
ACLNN_API aclnnStatus aclnnAddLayerNormQuantV2(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADD_LAYER_NORM_QUANT_V2_H_ */
