/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeTokenUnpermute: rows of experts summed up for their tokens. */

#ifndef ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_H_
#define ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeTokenUnpermute: out[i] = the sum over j of probs[i, j] * permutedTokens[sortedIndices[i * k + j]].
 * Sums are computed in float32, in ascending j, and rounded once.
 *
 * @param[in] permutedTokens  [rows, hidden]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] sortedIndices  [n * k], INT32; what names no row means zeros
 * @param[in] probsOptional  [n, k]; FLOAT, FLOAT16, BFLOAT16; NULL: 1
 * @param[in] paddedMode  false
 * @param[in] restoreShapeOptional  not used in this mode
 * @param[out] out  [n, hidden], type of permutedTokens
 */
ACLNN_API aclnnStatus aclnnMoeTokenUnpermuteGetWorkspaceSize(const aclTensor* permutedTokens,
                                                             const aclTensor* sortedIndices,
                                                             const aclTensor* probsOptional, bool paddedMode,
                                                             const aclIntArray* restoreShapeOptional,
                                                             const aclTensor* out, uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnMoeTokenUnpermute. */
ACLNN_API aclnnStatus aclnnMoeTokenUnpermute(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_H_ */
