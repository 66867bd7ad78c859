/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnLogitGrad: gradient of aclnnLogit. */

#ifndef ACLNNOP_ACLNN_LOGIT_GRAD_H_
#define ACLNNOP_ACLNN_LOGIT_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLogitGrad: dx = dy / (x (1 - x)). Outside of [eps, 1 - eps] it is 0; with eps < 0, it is NaN outside of [0, 1].
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type.
 * Shapes: the inputs broadcast.
 * @param[in] x  forward input
 * @param[in] dy  gradient of the forward output
 * @param[in] eps  that of the forward call
 * @param[out] dx  gradient for x; the broadcast shape of the inputs
 */
ACLNN_API aclnnStatus aclnnLogitGradGetWorkspaceSize(const aclTensor* x, const aclTensor* dy, double eps,
                                                     aclTensor* dx, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);
/** Phase two of aclnnLogitGrad. */
ACLNN_API aclnnStatus aclnnLogitGrad(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LOGIT_GRAD_H_ */
