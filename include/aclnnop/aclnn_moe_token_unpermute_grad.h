/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeTokenUnpermuteGrad: gradients of aclnnMoeTokenUnpermute. */

#ifndef ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_GRAD_H_
#define ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeTokenUnpermuteGrad: with copy p = token * k + j and its row r = sortedIndices[p]:
 *
 *     permutedTokensGrad[r] = probs[p] * unpermutedTokensGrad[token]
 *     probsGrad[p] = the sum of permutedTokens[r] * unpermutedTokensGrad[token]
 *
 * Rows without a copy are 0. Sums are computed in float64.
 *
 * @param[in] permutedTokens  [rows, hidden], type of unpermutedTokensGrad
 * @param[in] unpermutedTokensGrad  [n, hidden]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] sortedIndices  [n * k], INT32
 * @param[in] probsOptional  [n, k]; FLOAT, FLOAT16, BFLOAT16; NULL: 1, and probsGrad is not written
 * @param[in] paddedMode  false
 * @param[in] restoreShapeOptional  not used in this mode
 * @param[out] permutedTokensGrad  [rows, hidden], type of unpermutedTokensGrad
 * @param[out] probsGrad  shape and type of probsOptional
 */
ACLNN_API aclnnStatus aclnnMoeTokenUnpermuteGradGetWorkspaceSize(
    const aclTensor* permutedTokens, const aclTensor* unpermutedTokensGrad, const aclTensor* sortedIndices,
    const aclTensor* probsOptional, bool paddedMode, const aclIntArray* restoreShapeOptional,
    const aclTensor* permutedTokensGrad, const aclTensor* probsGrad, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnMoeTokenUnpermuteGrad. */
ACLNN_API aclnnStatus aclnnMoeTokenUnpermuteGrad(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_GRAD_H_ */
