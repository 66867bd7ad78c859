/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnScatterMin: rows of a tensor become the smaller one of two numbers. */

#ifndef ACLNNOP_ACLNN_SCATTER_MIN_H_
#define ACLNNOP_ACLNN_SCATTER_MIN_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnScatterMin: varRef[indices[i]] = min(varRef[indices[i]], updates[i]). Arguments, types and statuses are
 * those of aclnnScatterMax (aclnn_scatter_max.h).
 * If one number is NaN, the result is NaN.
 *
 * @param[in,out] varRef  rows
 * @param[in] indices  numbers of rows
 * @param[in] updates  numbers to compare with
 * @param[in] useLocking  unused
 */
ACLNN_API aclnnStatus aclnnScatterMinGetWorkspaceSize(aclTensor* varRef, const aclTensor* indices,
                                                      const aclTensor* updates, bool useLocking,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnScatterMin. */
ACLNN_API aclnnStatus aclnnScatterMin(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SCATTER_MIN_H_ */
