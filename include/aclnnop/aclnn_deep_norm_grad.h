/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnDeepNormGrad: the gradients of aclnnDeepNorm. */

#ifndef ACLNNOP_ACLNN_DEEP_NORM_GRAD_H_
#define ACLNNOP_ACLNN_DEEP_NORM_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnDeepNormGrad: with h = alpha * x + gx, xh = (h - mean) * rstd, g = dy * gamma and averages over a row,
 * dgxOut = rstd * (g - average of g - xh * average of g * xh) and dxOut = alpha * dgxOut before rounding;
 * dbetaOut is the sum of dy over rows, and dgammaOut that of dy * xh.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] dy  gradient of yOut, shape and type of x
 * @param[in] x  input of the forward operator, 1 to 8 dimensions
 * @param[in] gx  shape and type of x
 * @param[in] gamma  scale; the trailing dimensions of x that a row consists of; type of x or FLOAT
 * @param[in] mean  that of aclnnDeepNorm; one element per row, any shape, FLOAT
 * @param[in] rstd  as mean
 * @param[in] alpha  factor of x
 * @param[out] dxOut  gradient of x, shape and type of x
 * @param[out] dgxOut  gradient of gx, shape and type of x
 * @param[out] dbetaOut  gradient of beta, shape of gamma, FLOAT
 * @param[out] dgammaOut  gradient of gamma, shape of gamma, FLOAT
 * @return 161002 if gamma has 0 dimensions
 */
ACLNN_API aclnnStatus aclnnDeepNormGradGetWorkspaceSize(const aclTensor* dy, const aclTensor* x,
                                                        const aclTensor* gx, const aclTensor* gamma,
                                                        const aclTensor* mean, const aclTensor* rstd,
                                                        double alpha, aclTensor* dxOut, aclTensor* dgxOut,
                                                        aclTensor* dbetaOut, aclTensor* dgammaOut,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDeepNormGrad. */
ACLNN_API aclnnStatus aclnnDeepNormGrad(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_DEEP_NORM_GRAD_H_ */
