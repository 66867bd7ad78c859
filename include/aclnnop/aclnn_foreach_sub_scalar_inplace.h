/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachSubScalarInplace: differences of a list and a scalar, in place. */

#ifndef ACLNNOP_ACLNN_FOREACH_SUB_SCALAR_INPLACE_H_
#define ACLNNOP_ACLNN_FOREACH_SUB_SCALAR_INPLACE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachSubScalarInplace: x[k] = x[k] - scalar[0], for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16, INT32.
 * @param[in,out] x  list of tensors that are overwritten
 * @param[in] scalar  a tensor of one element, of any real type; an integer or a BOOL for INT32 tensors
 */
ACLNN_API aclnnStatus aclnnForeachSubScalarInplaceGetWorkspaceSize(const aclTensorList* x,
                                                                   const aclTensor* scalar,
                                                                   uint64_t* workspaceSize,
                                                                   aclOpExecutor** executor);
/** Phase two of aclnnForeachSubScalarInplace. */
ACLNN_API aclnnStatus aclnnForeachSubScalarInplace(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_SUB_SCALAR_INPLACE_H_ */
