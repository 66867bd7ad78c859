/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnRmsNormGradQuant: gradients of root mean square normalization, quantized. */

#ifndef ACLNNOP_ACLNN_RMS_NORM_GRAD_QUANT_H_
#define ACLNNOP_ACLNN_RMS_NORM_GRAD_QUANT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRmsNormGradQuant: aclnnRmsNormGrad, whose gradient d of x is quantized: dxOut = d / scalesX +
 * offsetX, or d * scalesX + offsetX, rounded to the nearest integer, ties to even, and saturated.
 *
 * @param[in] dy  gradient of the norm; shape and type of x
 * @param[in] x  input of the norm; FLOAT, FLOAT16, BFLOAT16
 * @param[in] rstd  its rstdOut: one element per row, any shape, FLOAT
 * @param[in] gamma  scale; the trailing dimensions of x that a row consists of; type of x or FLOAT
 * @param[in] scalesX  shape of gamma, or one element; FLOAT, FLOAT16, BFLOAT16
 * @param[in] offsetXOptional  shape of gamma, or one element; INT32, INT8, FLOAT, FLOAT16, BFLOAT16; NULL: 0
 * @param[in] quantMode  "static"
 * @param[in] divMode  whether gradients are divided by scalesX, or multiplied
 * @param[out] dxOut  shape of x, INT8
 * @param[out] dgammaOut  as aclnnRmsNormGrad's
 * @return 161002 if gamma has 0 dimensions
 */
ACLNN_API aclnnStatus aclnnRmsNormGradQuantGetWorkspaceSize(
    const aclTensor* dy, const aclTensor* x, const aclTensor* rstd, const aclTensor* gamma,
    const aclTensor* scalesX, const aclTensor* offsetXOptional, const char* quantMode, bool divMode,
    aclTensor* dxOut, aclTensor* dgammaOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnRmsNormGradQuant. */
ACLNN_API aclnnStatus aclnnRmsNormGradQuant(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_RMS_NORM_GRAD_QUANT_H_ */
