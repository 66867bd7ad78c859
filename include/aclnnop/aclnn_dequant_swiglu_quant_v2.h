/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnDequantSwigluQuantV2: gated activations of quantized products, with more kinds of gates. */

#ifndef ACLNNOP_ACLNN_DEQUANT_SWIGLU_QUANT_V2_H_
#define ACLNNOP_ACLNN_DEQUANT_SWIGLU_QUANT_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnDequantSwigluQuantV2: aclnnDequantSwigluQuant with more kinds of gates. In modes 1 and 2 the
 * activation is
 *
 *     g = min(A, clampLimit),  g * sigmoid(gluAlpha * g) * (min(max(B, -clampLimit), clampLimit) + gluBias)
 *
 * All other arguments are those of aclnnDequantSwigluQuant.
 *
 * @param[in] dstType  aclDataType of yOut: ACL_INT8 or ACL_INT32; for INT4 in INT32 also ACL_INT4
 * @param[in] roundModeOptional  "rint"; "round", "" and NULL mean the same
 * @param[in] activateDim  the last dimension of x
 * @param[in] swigluMode  0: as aclnnDequantSwigluQuant; 1: A has the even columns, B the odd ones; 2: the
 *     first and the second half
 * @param[in] clampLimit  0 or more
 * @param[in] gluAlpha  factor of the gate
 * @param[in] gluBias  added to B
 * @return 161002 for the mode "static", and for NULL, which means it
 */
ACLNN_API aclnnStatus aclnnDequantSwigluQuantV2GetWorkspaceSize(
    const aclTensor* x, const aclTensor* weightScaleOptional, const aclTensor* activationScaleOptional,
    const aclTensor* biasOptional, const aclTensor* quantScaleOptional, const aclTensor* quantOffsetOptional,
    const aclTensor* groupIndexOptional, bool activateLeft, char* quantModeOptional, int64_t dstType,
    char* roundModeOptional, int64_t activateDim, int64_t swigluMode, double clampLimit, double gluAlpha,
    double gluBias, const aclTensor* yOut, const aclTensor* scaleOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnDequantSwigluQuantV2. */
ACLNN_API aclnnStatus aclnnDequantSwigluQuantV2(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_DEQUANT_SWIGLU_QUANT_V2_H_ */
