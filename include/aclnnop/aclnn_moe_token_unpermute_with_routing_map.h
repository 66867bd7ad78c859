/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeTokenUnpermuteWithRoutingMap: rows of experts added up for the tokens of a map. */

#ifndef ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_WITH_ROUTING_MAP_H_
#define ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_WITH_ROUTING_MAP_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeTokenUnpermuteWithRoutingMap: the rows of each token added up, each times the probability of its token and expert.
 *
 * Row outIndex[i] is added to token permuteTokenId[i], in order of i, which is that of tokens. Sums are computed in float32.
 *
 * @param[in] permutedTokens  [rows, hidden]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] sortedIndices  [rows], INT32: what aclnnMoeTokenPermuteWithRoutingMap wrote
 * @param[in] routingMapOptional  [n, experts], BOOL or INT8; needed with probsOptional; NULL: all tokens have as many rows. Not
 *     used with paddedMode
 * @param[in] probsOptional  [n, experts]; FLOAT, FLOAT16, BFLOAT16; NULL: 1
 * @param[in] paddedMode  the dropAndPad of aclnnMoeTokenPermuteWithRoutingMap; then the experts of probsOptional divide the rows
 * @param[in] restoreShapeOptional  not used: unpermutedTokens has the shape
 * @param[out] unpermutedTokens  [n, hidden], type of permutedTokens
 * @param[out] outIndex  [rows], INT32
 * @param[out] permuteTokenId  [rows], INT32
 * @param[out] permuteProbs  [rows], type of probsOptional: the weights of rows. Not written without probsOptional
 * @return 507035 if sortedIndices has a number out of range, or routingMapOptional has not as many ones as there are rows
 */
ACLNN_API aclnnStatus aclnnMoeTokenUnpermuteWithRoutingMapGetWorkspaceSize(
    const aclTensor* permutedTokens, const aclTensor* sortedIndices, const aclTensor* routingMapOptional,
    const aclTensor* probsOptional, bool paddedMode, const aclIntArray* restoreShapeOptional,
    const aclTensor* unpermutedTokens, const aclTensor* outIndex, const aclTensor* permuteTokenId,
    const aclTensor* permuteProbs, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMoeTokenUnpermuteWithRoutingMap. */
ACLNN_API aclnnStatus aclnnMoeTokenUnpermuteWithRoutingMap(void* workspace, uint64_t workspaceSize,
                                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_WITH_ROUTING_MAP_H_ */
