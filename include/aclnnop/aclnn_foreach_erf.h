/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachErf: the error function. */

#ifndef ACLNNOP_ACLNN_FOREACH_ERF_H_
#define ACLNNOP_ACLNN_FOREACH_ERF_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachErf: out[k] = erf(x[k]), for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 * @param[in] x  list of tensors
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachErfGetWorkspaceSize(const aclTensorList* x, aclTensorList* out,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnForeachErf. */
ACLNN_API aclnnStatus aclnnForeachErf(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_ERF_H_ */
