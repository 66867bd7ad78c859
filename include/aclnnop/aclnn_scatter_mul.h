/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnScatterMul: rows of a tensor are multiplied. */

#ifndef ACLNNOP_ACLNN_SCATTER_MUL_H_
#define ACLNNOP_ACLNN_SCATTER_MUL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnScatterMul: varRef[indices[i]] = varRef[indices[i]] * updates[i]. Arguments, types and statuses are those
 * of aclnnScatterMax (aclnn_scatter_max.h).
 * Arithmetic: FLOAT16 and BFLOAT16 are multiplied in float32, with one rounding for each product; products of
 * integers wrap around.
 *
 * @param[in,out] varRef  rows
 * @param[in] indices  numbers of rows
 * @param[in] updates  factors
 * @param[in] useLocking  unused
 */
ACLNN_API aclnnStatus aclnnScatterMulGetWorkspaceSize(aclTensor* varRef, const aclTensor* indices,
                                                      const aclTensor* updates, bool useLocking,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnScatterMul. */
ACLNN_API aclnnStatus aclnnScatterMul(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SCATTER_MUL_H_ */
