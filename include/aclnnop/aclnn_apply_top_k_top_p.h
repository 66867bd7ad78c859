/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnApplyTopKTopP: scores of a vocabulary, filtered by rank and by probability. */

#ifndef ACLNNOP_ACLNN_APPLY_TOP_K_TOP_P_H_
#define ACLNNOP_ACLNN_APPLY_TOP_K_TOP_P_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnApplyTopKTopP: out has the logits that two filters leave, and -inf elsewhere.
 * - k, if 0 < k < V: logits less than the k-th largest are removed. Equal ones stay.
 * - p: the probabilities of what is left, softmax in float32, are added up from the smallest on. Where the sum
 *   is at most 1 - p, the logit is removed. The largest always stays. Of equal logits the first are removed
 *   first.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] logits  [B, V], V less than 2^31
 * @param[in] pOptional  p of each row, [B], type of logits; NULL: no such filter
 * @param[in] kOptional  k of each row, [B], INT32; NULL: no such filter
 * @param[out] out  shape and type of logits
 * @return 161001 also if both pOptional and kOptional are NULL
 */
ACLNN_API aclnnStatus aclnnApplyTopKTopPGetWorkspaceSize(const aclTensor* logits, const aclTensor* pOptional,
                                                         const aclTensor* kOptional, aclTensor* out,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnApplyTopKTopP. */
ACLNN_API aclnnStatus aclnnApplyTopKTopP(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_APPLY_TOP_K_TOP_P_H_ */
