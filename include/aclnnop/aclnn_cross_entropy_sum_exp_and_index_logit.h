/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnCrossEntropySumExpAndIndexLogit: what one part of a vocabulary adds to the cross entropy. */

#ifndef ACLNNOP_ACLNN_CROSS_ENTROPY_SUM_EXP_AND_INDEX_LOGIT_H_
#define ACLNNOP_ACLNN_CROSS_ENTROPY_SUM_EXP_AND_INDEX_LOGIT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnCrossEntropySumExpAndIndexLogit: for a vocabulary that several devices share, each with the numbers from
 * vocabStart to below vocabEnd: expLogits = exp(logits - globalMax), sumExp their sums, and predicted =
 * logits[targetOffset] - globalMax for the targets of the part. targetMask is 1 for the others, for which
 * predicted and targetOffset are 0.
 * Types: logits FLOAT, FLOAT16, BFLOAT16. Sums are computed in float64 and rounded once.
 *
 * @param[in] logits  [..., vocabEnd - vocabStart], 2 to 8 dimensions
 * @param[in] target  [...]: numbers of the whole vocabulary; INT32 or INT64
 * @param[in] globalMax  [...]: the largest logits of all parts; FLOAT
 * @param[in] vocabStart  the first number of the part
 * @param[in] vocabEnd  the number after its last one
 * @param[out] predicted  [...]; FLOAT
 * @param[out] sumExp  [...]; FLOAT
 * @param[out] expLogits  shape of logits; FLOAT
 * @param[out] targetOffset  [...]: target - vocabStart; type of target
 * @param[out] targetMask  [...]; BOOL, UINT8, INT8, INT32 or FLOAT
 */
ACLNN_API aclnnStatus aclnnCrossEntropySumExpAndIndexLogitGetWorkspaceSize(
    const aclTensor* logits, const aclTensor* target, const aclTensor* globalMax, int64_t vocabStart,
    int64_t vocabEnd, aclTensor* predicted, aclTensor* sumExp, aclTensor* expLogits, aclTensor* targetOffset,
    aclTensor* targetMask, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnCrossEntropySumExpAndIndexLogit. */
ACLNN_API aclnnStatus aclnnCrossEntropySumExpAndIndexLogit(void* workspace, uint64_t workspaceSize,
                                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CROSS_ENTROPY_SUM_EXP_AND_INDEX_LOGIT_H_ */
