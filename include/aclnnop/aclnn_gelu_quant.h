/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGeluQuant: GELU, quantized. */

#ifndef ACLNNOP_ACLNN_GELU_QUANT_H_
#define ACLNNOP_ACLNN_GELU_QUANT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGeluQuant: quantizes g = gelu(self), which approximate names a form of: "none" with erf, "tanh" with
 * tanh.
 * Mode "static": y = g * inputScale + inputOffset. Mode "dynamic": y * outScale = g * inputScale, where the
 * outScale of a row, which is the last dimension, is its largest magnitude / 127. Rounded to the nearest
 * integer, ties to even, and saturated.
 *
 * @param[in] self  1 to 8 dimensions; FLOAT, FLOAT16, BFLOAT16
 * @param[in] inputScaleOptional  one element, or [last dimension of self]; FLOAT, FLOAT16, BFLOAT16; NULL:
 *   1, only in the mode "dynamic"
 * @param[in] inputOffsetOptional  the same; NULL: 0, and in the mode "dynamic"
 * @param[in] approximate  "none" or "tanh"
 * @param[in] quantMode  "static" or "dynamic"
 * @param[in] roundMode  "rint"
 * @param[in] dstType  aclDataType of y: ACL_INT8
 * @param[out] y  shape of self, INT8
 * @param[out] outScaleOptional  one element per row, any shape, FLOAT; in the mode "static" it is not
 *   written and may be NULL
 */
ACLNN_API aclnnStatus aclnnGeluQuantGetWorkspaceSize(
    const aclTensor* self, const aclTensor* inputScaleOptional, const aclTensor* inputOffsetOptional,
    const char* approximate, const char* quantMode, const char* roundMode, int64_t dstType,
    const aclTensor* y, const aclTensor* outScaleOptional, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGeluQuant. */
ACLNN_API aclnnStatus aclnnGeluQuant(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GELU_QUANT_H_ */
