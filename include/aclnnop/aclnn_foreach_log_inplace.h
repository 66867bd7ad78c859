/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachLogInplace: natural logarithms, in place. */

#ifndef ACLNNOP_ACLNN_FOREACH_LOG_INPLACE_H_
#define ACLNNOP_ACLNN_FOREACH_LOG_INPLACE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachLogInplace: x[k] = log(x[k]), for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 * @param[in,out] x  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachLogInplaceGetWorkspaceSize(const aclTensorList* x, uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnForeachLogInplace. */
ACLNN_API aclnnStatus aclnnForeachLogInplace(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_LOG_INPLACE_H_ */
