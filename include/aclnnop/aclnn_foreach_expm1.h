/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachExpm1: exponentials minus 1. */

#ifndef ACLNNOP_ACLNN_FOREACH_EXPM1_H_
#define ACLNNOP_ACLNN_FOREACH_EXPM1_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachExpm1: out[k] = exp(x[k]) - 1, for each tensor k of the lists. Of integers it is computed in
 * FLOAT, and truncated; a result that the type does not hold gives the nearest number that it does.
 * Types: FLOAT, FLOAT16, BFLOAT16, INT16, INT8, UINT8.
 * @param[in] x  list of tensors
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachExpm1GetWorkspaceSize(const aclTensorList* x, aclTensorList* out,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnForeachExpm1. */
ACLNN_API aclnnStatus aclnnForeachExpm1(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_EXPM1_H_ */
