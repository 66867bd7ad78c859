/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachPowList: powers of a list to a list. */

#ifndef ACLNNOP_ACLNN_FOREACH_POW_LIST_H_
#define ACLNNOP_ACLNN_FOREACH_POW_LIST_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachPowList: out[k] = x1[k]^x2[k], for each tensor k of the lists. Integers wrap around; a negative
 * power of an integer is 0, except of 1 and -1.
 * Types: FLOAT, FLOAT16, BFLOAT16, INT32.
 * @param[in] x1  list of tensors, the bases
 * @param[in] x2  list of tensors, the exponents
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachPowListGetWorkspaceSize(const aclTensorList* x1, const aclTensorList* x2,
                                                          aclTensorList* out, uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);
/** Phase two of aclnnForeachPowList. */
ACLNN_API aclnnStatus aclnnForeachPowList(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_POW_LIST_H_ */
