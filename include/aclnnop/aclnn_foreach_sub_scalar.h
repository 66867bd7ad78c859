/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachSubScalar: differences of a list and a scalar. */

#ifndef ACLNNOP_ACLNN_FOREACH_SUB_SCALAR_H_
#define ACLNNOP_ACLNN_FOREACH_SUB_SCALAR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachSubScalar: out[k] = x[k] - scalar[0], for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16, INT32.
 * @param[in] x  list of tensors
 * @param[in] scalar  a tensor of one element, of any real type; an integer or a BOOL for INT32 tensors
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachSubScalarGetWorkspaceSize(const aclTensorList* x, const aclTensor* scalar,
                                                            aclTensorList* out, uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnForeachSubScalar. */
ACLNN_API aclnnStatus aclnnForeachSubScalar(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_SUB_SCALAR_H_ */
