/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeTokenPermuteWithRoutingMap: tokens copied for the experts that a map chooses. */

#ifndef ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_WITH_ROUTING_MAP_H_
#define ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_WITH_ROUTING_MAP_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeTokenPermuteWithRoutingMap: a copy of token t for each one in row t of routingMap. Copies are in order of experts,
 * and of an expert in order of tokens. Copy p, counted in order of tokens, is in row sortedIndicesOut[p].
 *
 * With dropAndPad each expert has C = numOutTokens / experts rows, of the tokens that chose it first, and then of the others, both
 * in ascending order; row r is a copy of token sortedIndicesOut[r].
 *
 * @param[in] tokens  [n, hidden]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] routingMap  [n, experts]; BOOL, or INT8, in which any number but 0 is a one
 * @param[in] probsOptional  [n, experts]; FLOAT, FLOAT16, BFLOAT16; may be NULL
 * @param[in] numOutTokens  rows of the result: without dropAndPad the number of ones
 * @param[in] dropAndPad  whether each expert has as many rows; C is at least 1, and at most n
 * @param[out] permuteTokensOut  [rows, hidden], type of tokens
 * @param[out] permuteProbsOutOptional  [rows], type of probsOptional: the element of the token and expert of each row. Not written
 *     without probsOptional
 * @param[out] sortedIndicesOut  [rows], INT32
 * @return 507035 if the number of ones is not numOutTokens, without dropAndPad
 */
ACLNN_API aclnnStatus aclnnMoeTokenPermuteWithRoutingMapGetWorkspaceSize(
    const aclTensor* tokens, const aclTensor* routingMap, const aclTensor* probsOptional,
    int64_t numOutTokens, bool dropAndPad, const aclTensor* permuteTokensOut,
    const aclTensor* permuteProbsOutOptional, const aclTensor* sortedIndicesOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnMoeTokenPermuteWithRoutingMap. */
ACLNN_API aclnnStatus aclnnMoeTokenPermuteWithRoutingMap(void* workspace, uint64_t workspaceSize,
                                                         aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_WITH_ROUTING_MAP_H_ */
