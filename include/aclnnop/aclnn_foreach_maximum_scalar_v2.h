/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachMaximumScalarV2: maximum of the elements of a list and a scalar. */

#ifndef ACLNNOP_ACLNN_FOREACH_MAXIMUM_SCALAR_V2_H_
#define ACLNNOP_ACLNN_FOREACH_MAXIMUM_SCALAR_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachMaximumScalarV2: out[k] = max(x[k], scalar), for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16, INT32. The result of NaN and a number is NaN.
 * @param[in] x  list of tensors
 * @param[in] scalar  scalar for all tensors; of any real type; an integer or a BOOL for INT32 tensors
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachMaximumScalarV2GetWorkspaceSize(const aclTensorList* x,
                                                                  const aclScalar* scalar, aclTensorList* out,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);
/** Phase two of aclnnForeachMaximumScalarV2. */
ACLNN_API aclnnStatus aclnnForeachMaximumScalarV2(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_MAXIMUM_SCALAR_V2_H_ */
