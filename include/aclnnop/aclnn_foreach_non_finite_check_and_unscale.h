/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachNonFiniteCheckAndUnscale: unscales gradients and checks that they are finite. */

#ifndef ACLNNOP_ACLNN_FOREACH_NON_FINITE_CHECK_AND_UNSCALE_H_
#define ACLNNOP_ACLNN_FOREACH_NON_FINITE_CHECK_AND_UNSCALE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachNonFiniteCheckAndUnscale: scaledGrads[k] = scaledGrads[k] * invScale[0], in place; and
 * foundInf[0] = 1 if an element of scaledGrads is infinite or NaN, otherwise foundInf is not written.
 * Types: scaledGrads FLOAT, FLOAT16, BFLOAT16, places of the list may differ; foundInf and invScale FLOAT.
 * Arithmetic: float32, rounded once. The tensors must not overlap each other or foundInf. Source: PyTorch's
 * torch._amp_foreach_non_finite_check_and_unscale_, which GradScaler calls.
 *
 * @param[in,out] scaledGrads  list of tensors, read and overwritten
 * @param[out] foundInf  a tensor of one element
 * @param[in] invScale  a tensor of one element
 */
ACLNN_API aclnnStatus aclnnForeachNonFiniteCheckAndUnscaleGetWorkspaceSize(const aclTensorList* scaledGrads,
                                                                           const aclTensor* foundInf,
                                                                           const aclTensor* invScale,
                                                                           uint64_t* workspaceSize,
                                                                           aclOpExecutor** executor);
/** Phase two of aclnnForeachNonFiniteCheckAndUnscale. */
ACLNN_API aclnnStatus aclnnForeachNonFiniteCheckAndUnscale(void* workspace, uint64_t workspaceSize,
                                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_NON_FINITE_CHECK_AND_UNSCALE_H_ */
