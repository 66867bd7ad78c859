/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeTokenPermuteWithRoutingMapGrad: gradients of aclnnMoeTokenPermuteWithRoutingMap. */

#ifndef ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_WITH_ROUTING_MAP_GRAD_H_
#define ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_WITH_ROUTING_MAP_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeTokenPermuteWithRoutingMapGrad: the rows of each token added up; and each number of
 * permutedProbsOutputGradOptional at the token and expert of its row, among zeros.
 *
 * The copies of a token are those that routingMapOptional has; without it all tokens have as many, rows / tokensNum. Sums are
 * computed in float32.
 *
 * @param[in] permutedTokenOutputGrad  [rows, hidden]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] permutedProbsOutputGradOptional  [rows]; FLOAT, FLOAT16, BFLOAT16; may be NULL
 * @param[in] sortedIndices  [rows], INT32: what aclnnMoeTokenPermuteWithRoutingMap wrote
 * @param[in] routingMapOptional  [tokensNum, numExperts], BOOL or INT8; needed with permutedProbsOutputGradOptional, not used with
 *     dropAndPad
 * @param[in] numExperts  number of experts; with dropAndPad it divides the rows
 * @param[in] tokensNum  number of tokens
 * @param[in] dropAndPad  as in aclnnMoeTokenPermuteWithRoutingMap
 * @param[out] tokensGradOut  [tokensNum, hidden], type of permutedTokenOutputGrad
 * @param[out] probsGradOutOptional  [tokensNum, numExperts], type of permutedProbsOutputGradOptional, without which it is not written
 * @return 507035 if sortedIndices has a number out of range, or routingMapOptional has not as many ones as there are rows
 */
ACLNN_API aclnnStatus aclnnMoeTokenPermuteWithRoutingMapGradGetWorkspaceSize(
    const aclTensor* permutedTokenOutputGrad, const aclTensor* permutedProbsOutputGradOptional,
    const aclTensor* sortedIndices, const aclTensor* routingMapOptional, int64_t numExperts,
    int64_t tokensNum, bool dropAndPad, const aclTensor* tokensGradOut, const aclTensor* probsGradOutOptional,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMoeTokenPermuteWithRoutingMapGrad. */
ACLNN_API aclnnStatus aclnnMoeTokenPermuteWithRoutingMapGrad(void* workspace, uint64_t workspaceSize,
                                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_TOKEN_PERMUTE_WITH_ROUTING_MAP_GRAD_H_ */
