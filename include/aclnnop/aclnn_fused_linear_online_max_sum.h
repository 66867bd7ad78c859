/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFusedLinearOnlineMaxSum: the last product of a model, and what its part of a vocabulary adds to the cross entropy. */

#ifndef ACLNNOP_ACLNN_FUSED_LINEAR_ONLINE_MAX_SUM_H_
#define ACLNNOP_ACLNN_FUSED_LINEAR_ONLINE_MAX_SUM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFusedLinearOnlineMaxSum: logits = input * transposed(weight), for a vocabulary that several devices share,
 * each with the numbers from vocabStartIndex to vocabEndIndex: the largest logit of each row, the sum of
 * exp(logit - largest), and the logit of the target less the largest one. A target outside of the part has its
 * bit in targetMaskOut set, and 0 for the logit and in maskedTargetOut.
 * targetMaskOut has a bit for each row, the first one of each byte in the highest bit; bits after the last row
 * are set.
 * Types: input and weight FLOAT, FLOAT16, BFLOAT16. Arithmetic: products in float32, sums of exponentials in
 * float64.
 *
 * @param[in] input  [N, H]
 * @param[in] weight  [V, H]; type of input
 * @param[in] target  [N]: numbers of the whole vocabulary; INT32 or INT64
 * @param[in] vocabStartIndex  the first number of the part
 * @param[in] vocabEndIndex  the last number of the part, at most vocabStartIndex + V - 1
 * @param[out] logitsMaxLocalOut  [N]; FLOAT
 * @param[out] sumExpLogitsLocalOut  [N]; FLOAT
 * @param[out] predictedLogitsLocalOut  [N]; FLOAT
 * @param[out] targetMaskOut  [N / 8], rounded up; UINT8
 * @param[out] maskedTargetOut  [N]: target - vocabStartIndex; type of target
 * @param[out] vocabParallelLogitsOutOptional  [N, V]: the logits; type of input; NULL: not kept
 */
ACLNN_API aclnnStatus aclnnFusedLinearOnlineMaxSumGetWorkspaceSize(
    const aclTensor* input, const aclTensor* weight, const aclTensor* target, int64_t vocabStartIndex,
    int64_t vocabEndIndex, aclTensor* logitsMaxLocalOut, aclTensor* sumExpLogitsLocalOut,
    aclTensor* predictedLogitsLocalOut, aclTensor* targetMaskOut, aclTensor* maskedTargetOut,
    aclTensor* vocabParallelLogitsOutOptional, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFusedLinearOnlineMaxSum. */
ACLNN_API aclnnStatus aclnnFusedLinearOnlineMaxSum(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FUSED_LINEAR_ONLINE_MAX_SUM_H_ */
