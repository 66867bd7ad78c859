/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachMulListInplace: products of two lists, in place. */

#ifndef ACLNNOP_ACLNN_FOREACH_MUL_LIST_INPLACE_H_
#define ACLNNOP_ACLNN_FOREACH_MUL_LIST_INPLACE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachMulListInplace: x1[k] = x1[k] * x2[k], for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16, INT32.
 * @param[in,out] x1  list of tensors that are overwritten
 * @param[in] x2  list of tensors
 */
ACLNN_API aclnnStatus aclnnForeachMulListInplaceGetWorkspaceSize(const aclTensorList* x1,
                                                                 const aclTensorList* x2,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);
/** Phase two of aclnnForeachMulListInplace. */
ACLNN_API aclnnStatus aclnnForeachMulListInplace(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_MUL_LIST_INPLACE_H_ */
