/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAddLayerNormGrad: gradients of layer normalization of a sum. */

#ifndef ACLNNOP_ACLNN_ADD_LAYER_NORM_GRAD_H_
#define ACLNNOP_ACLNN_ADD_LAYER_NORM_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAddLayerNormGrad: the gradients of aclnnAddLayerNorm for x = x1 + x2, gamma and beta. With xh = (x -
 * mean) * rstd, g = dy * gamma and averages over a row:
 *
 *     dxOut     = rstd * (g - average of g - xh * average of g * xh) + dsum
 *     dgammaOut = sum of dy * xh over all rows
 *     dbetaOut  = sum of dy over all rows
 *
 * Types: FLOAT, FLOAT16, BFLOAT16; all have one type, except what is FLOAT below.
 *
 * @param[in] dy  gradient of yOut, shape of x1
 * @param[in] x1  any shape of 1 to 8 dimensions
 * @param[in] x2  shape of x1
 * @param[in] rstd  one element per row, any shape, FLOAT
 * @param[in] mean  as rstd
 * @param[in] gamma  the trailing dimensions of x1 that a row consists of
 * @param[in] dsumOptional  gradient of xOut, shape of x1; NULL: zeros
 * @param[out] dxOut  shape of x1
 * @param[out] dgammaOut  shape of gamma, FLOAT
 * @param[out] dbetaOut  as dgammaOut
 * @return 161002 if gamma has 0 dimensions
 */
ACLNN_API aclnnStatus aclnnAddLayerNormGradGetWorkspaceSize(
    const aclTensor* dy, const aclTensor* x1, const aclTensor* x2, const aclTensor* rstd,
    const aclTensor* mean, const aclTensor* gamma, const aclTensor* dsumOptional, const aclTensor* dxOut,
    const aclTensor* dgammaOut, const aclTensor* dbetaOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAddLayerNormGrad. */
ACLNN_API aclnnStatus aclnnAddLayerNormGrad(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADD_LAYER_NORM_GRAD_H_ */
