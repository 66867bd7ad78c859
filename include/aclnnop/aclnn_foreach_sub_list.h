/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachSubList: differences of two lists, one of them scaled. */

#ifndef ACLNNOP_ACLNN_FOREACH_SUB_LIST_H_
#define ACLNNOP_ACLNN_FOREACH_SUB_LIST_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachSubList: out[k] = x1[k] - alpha[0] * x2[k], for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16, INT32, INT16, INT8, UINT8.
 * @param[in] x1  list of tensors
 * @param[in] x2  list of tensors
 * @param[in] alpha  factor of x2, a tensor of one element, of any real type; an integer or a BOOL for integer
 *     tensors
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachSubListGetWorkspaceSize(const aclTensorList* x1, const aclTensorList* x2,
                                                          const aclTensor* alpha, aclTensorList* out,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnForeachSubList. */
ACLNN_API aclnnStatus aclnnForeachSubList(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_SUB_LIST_H_ */
