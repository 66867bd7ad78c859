/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachDivListInplace: quotients of two lists, in place. */

#ifndef ACLNNOP_ACLNN_FOREACH_DIV_LIST_INPLACE_H_
#define ACLNNOP_ACLNN_FOREACH_DIV_LIST_INPLACE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachDivListInplace: x1[k] = x1[k] / x2[k], for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 * @param[in,out] x1  list of tensors that are overwritten
 * @param[in] x2  list of tensors
 */
ACLNN_API aclnnStatus aclnnForeachDivListInplaceGetWorkspaceSize(const aclTensorList* x1,
                                                                 const aclTensorList* x2,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);
/** Phase two of aclnnForeachDivListInplace. */
ACLNN_API aclnnStatus aclnnForeachDivListInplace(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_DIV_LIST_INPLACE_H_ */
