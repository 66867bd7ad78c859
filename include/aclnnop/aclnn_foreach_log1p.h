/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachLog1p: logarithms of 1 + x. */

#ifndef ACLNNOP_ACLNN_FOREACH_LOG1P_H_
#define ACLNNOP_ACLNN_FOREACH_LOG1P_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachLog1p: out[k] = log(1 + x[k]), for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 * @param[in] x  list of tensors
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachLog1pGetWorkspaceSize(const aclTensorList* x, aclTensorList* out,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnForeachLog1p. */
ACLNN_API aclnnStatus aclnnForeachLog1p(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_LOG1P_H_ */
