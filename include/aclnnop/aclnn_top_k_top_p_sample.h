/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnTopKTopPSample: one token for each row of scores, from the most probable ones. */

#ifndef ACLNNOP_ACLNN_TOP_K_TOP_P_SAMPLE_H_
#define ACLNNOP_ACLNN_TOP_K_TOP_P_SAMPLE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnTopKTopPSample: filters each row, and chooses one of the tokens that are left.
 * - topK, if 1 <= k <= min(V, 1024): the k largest logits are kept. Of equal ones, the first are.
 * - topP, if p < 1: the softmax of what is kept is added up from the largest on. What follows when the sum has
 *   exceeded p is removed. The largest is always kept.
 * - The token is that with the largest probability, or, with q, the largest probability / (q + eps), the first
 *   of equal ones. If a filter applies to the row, column i of q belongs to the i-th largest logit, otherwise
 *   to logit i.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] logits  [B, V], V from 1 to 2^31 - 1
 * @param[in] topK  k of each row, [B], INT32; another value does not filter
 * @param[in] topP  p of each row, [B], type of logits
 * @param[in] qOptional  weights, [B, V], FLOAT; NULL: none
 * @param[in] eps  added to q
 * @param[in] isNeedLogits  whether logitsTopKPSelect is written
 * @param[in] topKGuess  not used: it does not change results
 * @param[out] logitsSelectIdx  columns of the tokens, [B] or [B, 1], INT64
 * @param[out] logitsTopKPSelect  the logits that are kept and -inf elsewhere, [B, V], FLOAT; without
 *             isNeedLogits it may be NULL
 */
ACLNN_API aclnnStatus aclnnTopKTopPSampleGetWorkspaceSize(const aclTensor* logits, const aclTensor* topK,
                                                          const aclTensor* topP, const aclTensor* qOptional,
                                                          double eps, bool isNeedLogits, int64_t topKGuess,
                                                          aclTensor* logitsSelectIdx,
                                                          aclTensor* logitsTopKPSelect,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnTopKTopPSample. */
ACLNN_API aclnnStatus aclnnTopKTopPSample(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_TOP_K_TOP_P_SAMPLE_H_ */
