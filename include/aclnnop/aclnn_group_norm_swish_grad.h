/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGroupNormSwishGrad: the gradients of aclnnGroupNormSwish. */

#ifndef ACLNNOP_ACLNN_GROUP_NORM_SWISH_GRAD_H_
#define ACLNNOP_ACLNN_GROUP_NORM_SWISH_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupNormSwishGrad: the gradients of aclnnGroupNormSwish with activateSwish. They are those of
 * aclnnGroupNormBackward for the gradient dy * s * (1 + swishScale * z * (1 - s)), where
 * s = 1 / (1 + e^(-swishScale * z)) and z = (x - mean) * rstd * gamma + beta.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] dy  gradient of yOut, shape and type of x
 * @param[in] mean  means of the groups; N * numGroups elements, any shape, type of x or FLOAT
 * @param[in] rstd  reciprocal standard deviations: as mean
 * @param[in] x  input of the forward operator, [N, C, ...], 2 to 8 dimensions
 * @param[in] gamma  scale of each channel, [C], type of x or FLOAT
 * @param[in] beta  shift of each channel, as gamma
 * @param[in] numGroups  groups of a sample, a divisor of C
 * @param[in] dataFormatOptional  "NCHW" or NULL
 * @param[in] swishScale  that of the forward operator
 * @param[in] dgammaIsRequire  whether dgammaOut is computed; if not, it is unchanged and may be NULL
 * @param[in] dbetaIsRequire  the same for dbetaOut
 * @param[out] dxOut  gradient of x, shape and type of x
 * @param[out] dgammaOut  gradient of gamma, [C], type of x or FLOAT
 * @param[out] dbetaOut  gradient of beta, as dgammaOut
 * @return 161002 for another dataFormatOptional
 */
ACLNN_API aclnnStatus aclnnGroupNormSwishGradGetWorkspaceSize(
    const aclTensor* dy, const aclTensor* mean, const aclTensor* rstd, const aclTensor* x,
    const aclTensor* gamma, const aclTensor* beta, int64_t numGroups, char* dataFormatOptional,
    double swishScale, bool dgammaIsRequire, bool dbetaIsRequire, aclTensor* dxOut, aclTensor* dgammaOut,
    aclTensor* dbetaOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGroupNormSwishGrad. */
ACLNN_API aclnnStatus aclnnGroupNormSwishGrad(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUP_NORM_SWISH_GRAD_H_ */
