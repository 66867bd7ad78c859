/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachSubListInplace: differences of two lists, one of them scaled, in place. */

#ifndef ACLNNOP_ACLNN_FOREACH_SUB_LIST_INPLACE_H_
#define ACLNNOP_ACLNN_FOREACH_SUB_LIST_INPLACE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachSubListInplace: x1[k] = x1[k] - alpha[0] * x2[k], for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16, INT32.
 * @param[in,out] x1  list of tensors that are overwritten
 * @param[in] x2  list of tensors
 * @param[in] alpha  factor of x2, a tensor of one element, of any real type; an integer or a BOOL for INT32
 *     tensors
 */
ACLNN_API aclnnStatus aclnnForeachSubListInplaceGetWorkspaceSize(const aclTensorList* x1,
                                                                 const aclTensorList* x2,
                                                                 const aclTensor* alpha,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);
/** Phase two of aclnnForeachSubListInplace. */
ACLNN_API aclnnStatus aclnnForeachSubListInplace(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_SUB_LIST_INPLACE_H_ */
