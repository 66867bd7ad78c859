/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeTokenPermuteGrad: gradient of aclnnMoeTokenPermute. */

#ifndef ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_GRAD_H_
#define ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeTokenPermuteGrad: out[i] = the sum over j of permutedTokensGrad[sortedIndices[i * numTopk + j]].
 * Sums are computed in float32, in ascending j, and rounded once.
 *
 * @param[in] permutedTokensGrad  [rows, hidden]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] sortedIndices  [n * numTopk], INT32; what names no row means zeros
 * @param[in] numTopk  copies of a token, 1 or more
 * @param[in] paddedMode  false
 * @param[out] out  [n, hidden], type of permutedTokensGrad
 */
ACLNN_API aclnnStatus aclnnMoeTokenPermuteGradGetWorkspaceSize(const aclTensor* permutedTokensGrad,
                                                               const aclTensor* sortedIndices,
                                                               int64_t numTopk, bool paddedMode,
                                                               const aclTensor* out, uint64_t* workspaceSize,
                                                               aclOpExecutor** executor);
/** Phase two of aclnnMoeTokenPermuteGrad. */
ACLNN_API aclnnStatus aclnnMoeTokenPermuteGrad(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_GRAD_H_ */
