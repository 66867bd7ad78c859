/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachMaximumList: maximum of the elements of two lists. */

#ifndef ACLNNOP_ACLNN_FOREACH_MAXIMUM_LIST_H_
#define ACLNNOP_ACLNN_FOREACH_MAXIMUM_LIST_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachMaximumList: out[k] = max(x1[k], x2[k]), for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16, INT32. The result of NaN and a number is NaN.
 * @param[in] x1  list of tensors
 * @param[in] x2  list of tensors
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachMaximumListGetWorkspaceSize(const aclTensorList* x1,
                                                              const aclTensorList* x2, aclTensorList* out,
                                                              uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);
/** Phase two of aclnnForeachMaximumList. */
ACLNN_API aclnnStatus aclnnForeachMaximumList(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_MAXIMUM_LIST_H_ */
