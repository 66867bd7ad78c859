/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachTan: tangents. */

#ifndef ACLNNOP_ACLNN_FOREACH_TAN_H_
#define ACLNNOP_ACLNN_FOREACH_TAN_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachTan: out[k] = tan(x[k]), for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 * @param[in] x  list of tensors
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachTanGetWorkspaceSize(const aclTensorList* x, aclTensorList* out,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnForeachTan. */
ACLNN_API aclnnStatus aclnnForeachTan(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_TAN_H_ */
