/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachLerpScalar: linear interpolation between two lists. */

#ifndef ACLNNOP_ACLNN_FOREACH_LERP_SCALAR_H_
#define ACLNNOP_ACLNN_FOREACH_LERP_SCALAR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachLerpScalar: out[k] = x1[k] + weight * (x2[k] - x1[k]), for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 * @param[in] x1  list of tensors
 * @param[in] x2  list of tensors
 * @param[in] weight  of x2; of any real type; below 1/2 in magnitude the result is x1 + weight * (x2 - x1),
 *     otherwise x2 - (1 - weight) * (x2 - x1)
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachLerpScalarGetWorkspaceSize(const aclTensorList* x1, const aclTensorList* x2,
                                                             const aclScalar* weight, aclTensorList* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnForeachLerpScalar. */
ACLNN_API aclnnStatus aclnnForeachLerpScalar(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_LERP_SCALAR_H_ */
