/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachAddcmulList: sums of a list and scaled products. */

#ifndef ACLNNOP_ACLNN_FOREACH_ADDCMUL_LIST_H_
#define ACLNNOP_ACLNN_FOREACH_ADDCMUL_LIST_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachAddcmulList: out[k] = x1[k] + scalars[k] * x2[k] * x3[k], for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16, INT32.
 * @param[in] x1  list of tensors
 * @param[in] x2  list of tensors
 * @param[in] x3  list of tensors
 * @param[in] scalars  a tensor with one element for each tensor of the lists, of any rank and any real type;
 *     an integer type for INT32 tensors
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachAddcmulListGetWorkspaceSize(
    const aclTensorList* x1, const aclTensorList* x2, const aclTensorList* x3, const aclTensor* scalars,
    aclTensorList* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnForeachAddcmulList. */
ACLNN_API aclnnStatus aclnnForeachAddcmulList(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_ADDCMUL_LIST_H_ */
