/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnScatterMax: rows of a tensor become the larger one of two numbers. */

#ifndef ACLNNOP_ACLNN_SCATTER_MAX_H_
#define ACLNNOP_ACLNN_SCATTER_MAX_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnScatterMax: varRef[indices[i]] = max(varRef[indices[i]], updates[i]). Each index names a row of varRef.
 * Several updates of one row count in the order of indices.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8; indices INT32, INT64.
 * If one number is NaN, the result is NaN.
 *
 * @param[in,out] varRef  tensor of 1 to 8 dimensions
 * @param[in] indices  from 0 to below the first dimension of varRef; any shape
 * @param[in] updates  the dimensions of indices, then those of varRef without the first one; type of varRef
 * @param[in] useLocking  has no effect
 * @return If an index is out of range, nothing is written, and the next synchronize returns 507035.
 */
ACLNN_API aclnnStatus aclnnScatterMaxGetWorkspaceSize(aclTensor* varRef, const aclTensor* indices,
                                                      const aclTensor* updates, bool useLocking,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnScatterMax. */
ACLNN_API aclnnStatus aclnnScatterMax(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SCATTER_MAX_H_ */
