/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnScatterDiv: rows of a tensor are divided. */

#ifndef ACLNNOP_ACLNN_SCATTER_DIV_H_
#define ACLNNOP_ACLNN_SCATTER_DIV_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnScatterDiv: varRef[indices[i]] = varRef[indices[i]] / updates[i]. Arguments, types and statuses are those
 * of aclnnScatterMax (aclnn_scatter_max.h).
 * Arithmetic: FLOAT16 and BFLOAT16 are divided in float32, with one rounding for each quotient. Quotients of
 * integers are truncated; an integer divided by 0 gives -1 (UINT8: 255).
 *
 * @param[in,out] varRef  rows
 * @param[in] indices  numbers of rows
 * @param[in] updates  divisors
 * @param[in] useLocking  unused
 */
ACLNN_API aclnnStatus aclnnScatterDivGetWorkspaceSize(aclTensor* varRef, const aclTensor* indices,
                                                      const aclTensor* updates, bool useLocking,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnScatterDiv. */
ACLNN_API aclnnStatus aclnnScatterDiv(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SCATTER_DIV_H_ */
