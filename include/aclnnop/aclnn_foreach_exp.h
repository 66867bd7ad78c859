/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachExp: exponentials. */

#ifndef ACLNNOP_ACLNN_FOREACH_EXP_H_
#define ACLNNOP_ACLNN_FOREACH_EXP_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachExp: out[k] = exp(x[k]), for each tensor k of the lists. Of integers it is computed in FLOAT,
 * and truncated; a result that the type does not hold gives the nearest number that it does.
 * Types: FLOAT, FLOAT16, BFLOAT16, INT16, INT8, UINT8.
 * @param[in] x  list of tensors
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachExpGetWorkspaceSize(const aclTensorList* x, aclTensorList* out,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnForeachExp. */
ACLNN_API aclnnStatus aclnnForeachExp(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_EXP_H_ */
