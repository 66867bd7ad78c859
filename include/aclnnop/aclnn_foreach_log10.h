/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachLog10: logarithms to base 10. */

#ifndef ACLNNOP_ACLNN_FOREACH_LOG10_H_
#define ACLNNOP_ACLNN_FOREACH_LOG10_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachLog10: out[k] = log10(x[k]), for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 * @param[in] x  list of tensors
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachLog10GetWorkspaceSize(const aclTensorList* x, aclTensorList* out,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnForeachLog10. */
ACLNN_API aclnnStatus aclnnForeachLog10(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_LOG10_H_ */
