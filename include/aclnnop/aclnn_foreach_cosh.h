/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachCosh: hyperbolic cosines. */

#ifndef ACLNNOP_ACLNN_FOREACH_COSH_H_
#define ACLNNOP_ACLNN_FOREACH_COSH_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachCosh: out[k] = cosh(x[k]), for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 * @param[in] x  list of tensors
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachCoshGetWorkspaceSize(const aclTensorList* x, aclTensorList* out,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnForeachCosh. */
ACLNN_API aclnnStatus aclnnForeachCosh(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_COSH_H_ */
