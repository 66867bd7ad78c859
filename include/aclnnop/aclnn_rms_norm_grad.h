/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnRmsNormGrad: gradients of root mean square normalization. */

#ifndef ACLNNOP_ACLNN_RMS_NORM_GRAD_H_
#define ACLNNOP_ACLNN_RMS_NORM_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRmsNormGrad: the gradients of aclnnRmsNorm. With xh = x * rstd, t = dy * gamma and the mean over a
 * row:
 *
 *     dxOut = rstd * (t - xh * mean of t * xh),  dgammaOut = sum over rows of dy * xh
 *
 * Types: FLOAT, FLOAT16, BFLOAT16.
 * Arithmetic: sums in float32 lanes, then in float64.
 *
 * @param[in] dy  gradient of yOut; shape and type of x
 * @param[in] x  input of aclnnRmsNorm
 * @param[in] rstd  its rstdOut: one element per row, any shape, FLOAT
 * @param[in] gamma  scale; the trailing dimensions of x that a row consists of; type of x or FLOAT
 * @param[out] dxOut  shape and type of x
 * @param[out] dgammaOut  shape of gamma, FLOAT
 * @return 161002 if gamma has 0 dimensions
 */
ACLNN_API aclnnStatus aclnnRmsNormGradGetWorkspaceSize(const aclTensor* dy, const aclTensor* x,
                                                       const aclTensor* rstd, const aclTensor* gamma,
                                                       aclTensor* dxOut, aclTensor* dgammaOut,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnRmsNormGrad. */
ACLNN_API aclnnStatus aclnnRmsNormGrad(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_RMS_NORM_GRAD_H_ */
