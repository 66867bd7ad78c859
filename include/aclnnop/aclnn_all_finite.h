/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAllFinite: whether a gradient has an infinity or NaN. */

#ifndef ACLNNOP_ACLNN_ALL_FINITE_H_
#define ACLNNOP_ACLNN_ALL_FINITE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAllFinite: isOverflow = true if an element of gradient is an infinity or NaN. Otherwise isOverflow does
 * not change. So a program sets it to false once, and calls the operator for each of its gradients.
 * Source: the calls that MindSpore makes for mindspore.amp.all_finite.
 *
 * @param[in] gradient  FLOAT, FLOAT16 or BFLOAT16; any shape
 * @param[in,out] isOverflow  BOOL, one element
 */
ACLNN_API aclnnStatus aclnnAllFiniteGetWorkspaceSize(const aclTensor* gradient, aclTensor* isOverflow,
                                                     uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAllFinite. */
ACLNN_API aclnnStatus aclnnAllFinite(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ALL_FINITE_H_ */
