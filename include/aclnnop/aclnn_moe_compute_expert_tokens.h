/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeComputeExpertTokens: where the tokens of each expert end. */

#ifndef ACLNNOP_ACLNN_MOE_COMPUTE_EXPERT_TOKENS_H_
#define ACLNNOP_ACLNN_MOE_COMPUTE_EXPERT_TOKENS_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeComputeExpertTokens: out[e] = how many elements of sortedExperts are at most e.
 *
 * @param[in] sortedExperts  [tokens], ascending; INT32 or INT64
 * @param[in] numExperts  1 or more
 * @param[out] out  [numExperts], type of sortedExperts
 */
ACLNN_API aclnnStatus aclnnMoeComputeExpertTokensGetWorkspaceSize(const aclTensor* sortedExperts,
                                                                  int64_t numExperts, const aclTensor* out,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);
/** Phase two of aclnnMoeComputeExpertTokens. */
ACLNN_API aclnnStatus aclnnMoeComputeExpertTokens(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_COMPUTE_EXPERT_TOKENS_H_ */
