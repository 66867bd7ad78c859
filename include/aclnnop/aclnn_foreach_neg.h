/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachNeg: negation of a list. */

#ifndef ACLNNOP_ACLNN_FOREACH_NEG_H_
#define ACLNNOP_ACLNN_FOREACH_NEG_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachNeg: out[k] = -x[k], for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16, INT32, INT16, INT8, UINT8; integers wrap around.
 * @param[in] x  list of tensors
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachNegGetWorkspaceSize(const aclTensorList* x, aclTensorList* out,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnForeachNeg. */
ACLNN_API aclnnStatus aclnnForeachNeg(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_NEG_H_ */
