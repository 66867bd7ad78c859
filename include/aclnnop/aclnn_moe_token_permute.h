/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeTokenPermute: tokens copied into the order of their experts. */

#ifndef ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_H_
#define ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeTokenPermute: a copy of each token for each of its experts, sorted by expert, stably. Copy p =
 * token * k + j goes to row sortedIndicesOut[p].
 *
 * @param[in] tokens  [n, hidden]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] indices  [n, k] or [n]: experts, INT32 or INT64
 * @param[in] numOutTokens  rows of the result, at most n * k; 0: n * k; negative: so many less
 * @param[in] paddedMode  false
 * @param[out] permuteTokensOut  [rows, hidden], type of tokens
 * @param[out] sortedIndicesOut  [n * k], INT32
 * @return 507035 if an expert is negative, or 2^31 - 1 or more
 */
ACLNN_API aclnnStatus aclnnMoeTokenPermuteGetWorkspaceSize(const aclTensor* tokens, const aclTensor* indices,
                                                           int64_t numOutTokens, bool paddedMode,
                                                           const aclTensor* permuteTokensOut,
                                                           const aclTensor* sortedIndicesOut,
                                                           uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMoeTokenPermute. */
ACLNN_API aclnnStatus aclnnMoeTokenPermute(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_H_ */
