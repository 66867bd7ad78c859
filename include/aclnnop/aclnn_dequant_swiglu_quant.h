/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnDequantSwigluQuant: gated activations of quantized products, quantized again. */

#ifndef ACLNNOP_ACLNN_DEQUANT_SWIGLU_QUANT_H_
#define ACLNNOP_ACLNN_DEQUANT_SWIGLU_QUANT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnDequantSwigluQuant: x of INT32 is restored, d = (x + bias) * weightScale * activationScale with a bias
 * of INT32, d = x * weightScale * activationScale + bias with any other; otherwise d is x. With the halves A
 * and B of a row of d, in the order that activateLeft defines, silu(A) * B * quantScale is quantized with a
 * scale for each row, as aclnnDynamicQuant does. Rows of no group become 0. Arithmetic: float32. The mode
 * "static" is not supported: the documents do not establish its formula.
 *
 * @param[in] x  [.., 2 * n]; INT32, FLOAT, FLOAT16, BFLOAT16
 * @param[in] weightScaleOptional  [2 * n] or [groups, 2 * n], FLOAT; required for INT32, otherwise NULL
 * @param[in] activationScaleOptional  one for each row, FLOAT; NULL: 1
 * @param[in] biasOptional  [2 * n] or [groups, 2 * n]; INT32, FLOAT, FLOAT16, BFLOAT16; NULL: 0
 * @param[in] quantScaleOptional  [n] without groups, [groups, n] or [groups]; FLOAT; NULL: 1
 * @param[in] quantOffsetOptional  not used in this mode
 * @param[in] groupIndexOptional  [groups], INT64 or INT32: how many rows groups have; NULL: one group
 * @param[in] activateLeft  whether A is the first half; otherwise the second one
 * @param[in] quantModeOptional  "dynamic"
 * @param[out] yOut  [.., n], INT8; or INT32 [.., n / 8], each element of which holds 8 INT4
 * @param[out] scaleOut  [..], FLOAT
 * @return 161002 for the mode "static", and for NULL, which means it
 */
ACLNN_API aclnnStatus aclnnDequantSwigluQuantGetWorkspaceSize(
    const aclTensor* x, const aclTensor* weightScaleOptional, const aclTensor* activationScaleOptional,
    const aclTensor* biasOptional, const aclTensor* quantScaleOptional, const aclTensor* quantOffsetOptional,
    const aclTensor* groupIndexOptional, bool activateLeft, char* quantModeOptional, const aclTensor* yOut,
    const aclTensor* scaleOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDequantSwigluQuant. */
ACLNN_API aclnnStatus aclnnDequantSwigluQuant(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_DEQUANT_SWIGLU_QUANT_H_ */
