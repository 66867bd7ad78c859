/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachSign: signs. */

#ifndef ACLNNOP_ACLNN_FOREACH_SIGN_H_
#define ACLNNOP_ACLNN_FOREACH_SIGN_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachSign: out[k] = -1, 0 or 1 as x[k] is negative, zero (or NaN) or positive, for each tensor k of
 * the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16, INT8, INT32, INT64.
 * @param[in] x  list of tensors
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachSignGetWorkspaceSize(const aclTensorList* x, aclTensorList* out,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnForeachSign. */
ACLNN_API aclnnStatus aclnnForeachSign(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_SIGN_H_ */
