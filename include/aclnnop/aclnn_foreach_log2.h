/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachLog2: logarithms to base 2. */

#ifndef ACLNNOP_ACLNN_FOREACH_LOG2_H_
#define ACLNNOP_ACLNN_FOREACH_LOG2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachLog2: out[k] = log2(x[k]), for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 * @param[in] x  list of tensors
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachLog2GetWorkspaceSize(const aclTensorList* x, aclTensorList* out,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnForeachLog2. */
ACLNN_API aclnnStatus aclnnForeachLog2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_LOG2_H_ */
