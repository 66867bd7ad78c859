/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFusedCrossEntropyLossWithMaxSum: the cross entropy of a vocabulary in parts, from their sums. */

#ifndef ACLNNOP_ACLNN_FUSED_CROSS_ENTROPY_LOSS_WITH_MAX_SUM_H_
#define ACLNNOP_ACLNN_FUSED_CROSS_ENTROPY_LOSS_WITH_MAX_SUM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFusedCrossEntropyLossWithMaxSum: lossOut = log(sumExpLogits) - predictedLogits, and softMaxOutOptional =
 * exp(vocabParallelLogitsOptional - logitsMax) / sumExpLogits, the probabilities of a part.
 * Arithmetic: float32; the logarithm in float64.
 *
 * @param[in] logitsMax  [N]: the largest logits of all parts; FLOAT
 * @param[in] sumExpLogits  [N]: sums of exp(logits - logitsMax) over all parts; FLOAT
 * @param[in] predictedLogits  [N]: the logits of the targets, less logitsMax; FLOAT
 * @param[in] labelSmoothing  0
 * @param[in] inputOptional  has no effect
 * @param[in] weightOptional  has no effect
 * @param[in] vocabParallelLogitsOptional  [N, V]; FLOAT, FLOAT16, BFLOAT16; NULL: no probabilities
 * @param[out] lossOut  [N]; FLOAT
 * @param[out] softMaxOutOptional  [N, V]; FLOAT; NULL: not computed, as without vocabParallelLogitsOptional
 */
ACLNN_API aclnnStatus aclnnFusedCrossEntropyLossWithMaxSumGetWorkspaceSize(
    const aclTensor* logitsMax, const aclTensor* sumExpLogits, const aclTensor* predictedLogits,
    float labelSmoothing, const aclTensor* inputOptional, const aclTensor* weightOptional,
    const aclTensor* vocabParallelLogitsOptional, aclTensor* lossOut, aclTensor* softMaxOutOptional,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFusedCrossEntropyLossWithMaxSum. */
ACLNN_API aclnnStatus aclnnFusedCrossEntropyLossWithMaxSum(void* workspace, uint64_t workspaceSize,
                                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FUSED_CROSS_ENTROPY_LOSS_WITH_MAX_SUM_H_ */
