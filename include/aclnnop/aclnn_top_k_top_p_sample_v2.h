/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnTopKTopPSampleV2: one token for each row of scores or probabilities, with a third filter. */

#ifndef ACLNNOP_ACLNN_TOP_K_TOP_P_SAMPLE_V2_H_
#define ACLNNOP_ACLNN_TOP_K_TOP_P_SAMPLE_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnTopKTopPSampleV2: aclnnTopKTopPSample with further options.
 * - inputIsLogits: logits are scores, whose softmax is filtered. Otherwise they are probabilities.
 * - minPs, if minP > 0: what is less probable than minP times the largest probability is removed after the
 *   other filters. 1 or more keeps only the largest.
 * - isNeedSampleResult: the probabilities that are left and their columns are also written, in descending
 *   order. CANN's documentation does not describe these two outputs completely. Removed probabilities are 0
 *   here. The column is 0 beyond the k largest.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] logits  [B, V], V from 1 to 2^31 - 1
 * @param[in] topK  k of each row, [B], INT32; filters if 1 <= k <= min(V, ksMax, 1024)
 * @param[in] topP  p of each row, [B], type of logits
 * @param[in] qOptional  weights, [B, V], FLOAT; NULL: none
 * @param[in] minPsOptional  minP of each row, [B], type of logits; NULL: no such filter
 * @param[in] eps  added to q
 * @param[in] isNeedLogits  whether logitsTopKPSelect is written
 * @param[in] topKGuess  not used: it does not change results
 * @param[in] ksMax  the largest k that filters, more than 0
 * @param[in] inputIsLogits  whether softmax makes the probabilities
 * @param[in] isNeedSampleResult  whether logitsIdx and logitsSortMasked are written
 * @param[out] logitsSelectIdx  columns of the tokens, [B] or [B, 1], INT64
 * @param[out] logitsTopKPSelect  what is kept of logits, and -inf elsewhere, or 0 if they are probabilities;
 *             [B, V], FLOAT; without isNeedLogits it may be NULL
 * @param[out] logitsIdx  columns in descending order, [B, V], INT64; without isNeedSampleResult it may be NULL
 * @param[out] logitsSortMasked  their probabilities, [B, V], FLOAT; as logitsIdx
 * @return 161002 also if ksMax is not positive
 */
ACLNN_API aclnnStatus aclnnTopKTopPSampleV2GetWorkspaceSize(
    const aclTensor* logits, const aclTensor* topK, const aclTensor* topP, const aclTensor* qOptional,
    const aclTensor* minPsOptional, double eps, bool isNeedLogits, int64_t topKGuess, int64_t ksMax,
    bool inputIsLogits, bool isNeedSampleResult, aclTensor* logitsSelectIdx, aclTensor* logitsTopKPSelect,
    aclTensor* logitsIdx, aclTensor* logitsSortMasked, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnTopKTopPSampleV2. */
ACLNN_API aclnnStatus aclnnTopKTopPSampleV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_TOP_K_TOP_P_SAMPLE_V2_H_ */
