/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeGatingTopK: the experts of tokens, from groups of experts. */

#ifndef ACLNNOP_ACLNN_MOE_GATING_TOP_K_H_
#define ACLNNOP_ACLNN_MOE_GATING_TOP_K_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeGatingTopK: the experts of each token, from the best groups of experts, as in DeepSeek-V3 (2024):
 *
 *     s = softmax(x) or sigmoid(x),  c = s + bias
 *
 * Groups are of one size; the score of a group is the largest of its c, or the sum of the two largest. The
 * experts are those of the k largest c in the kGroup best groups, in descending order; of equal ones the
 * first. With s of the chosen ones, y = s * routedScalingFactor, or with sigmoid s / (sum of s + eps) *
 * routedScalingFactor. Arithmetic: float32, rounded to y once.
 *
 * @param[in] x  [tokens.., experts], 2 to 8 dimensions; FLOAT, FLOAT16, BFLOAT16
 * @param[in] biasOptional  [experts], types as x; NULL: 0
 * @param[in] k  1 to the experts of kGroup groups
 * @param[in] kGroup  groups that are kept, 1 to groupCount
 * @param[in] groupCount  groups; 1: none
 * @param[in] groupSelectMode  0: the largest; 1: the sum of the two largest
 * @param[in] renorm  0
 * @param[in] normType  0: softmax; 1: sigmoid
 * @param[in] outFlag  whether outOut is written
 * @param[in] routedScalingFactor  factor of y
 * @param[in] eps  added to the sum
 * @param[out] yOut  [tokens.., k], type of x
 * @param[out] expertIdxOut  [tokens.., k], INT32
 * @param[out] outOut  s, FLOAT, shape of x; NULL, or any tensor, without outFlag
 */
ACLNN_API aclnnStatus aclnnMoeGatingTopKGetWorkspaceSize(
    const aclTensor* x, const aclTensor* biasOptional, int64_t k, int64_t kGroup, int64_t groupCount,
    int64_t groupSelectMode, int64_t renorm, int64_t normType, bool outFlag, double routedScalingFactor,
    double eps, const aclTensor* yOut, const aclTensor* expertIdxOut, const aclTensor* outOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMoeGatingTopK. */
ACLNN_API aclnnStatus aclnnMoeGatingTopK(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_GATING_TOP_K_H_ */
