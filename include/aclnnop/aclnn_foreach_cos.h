/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachCos: cosines. */

#ifndef ACLNNOP_ACLNN_FOREACH_COS_H_
#define ACLNNOP_ACLNN_FOREACH_COS_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachCos: out[k] = cos(x[k]), for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 * @param[in] x  list of tensors
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachCosGetWorkspaceSize(const aclTensorList* x, aclTensorList* out,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnForeachCos. */
ACLNN_API aclnnStatus aclnnForeachCos(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_COS_H_ */
