/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeTokenUnpermuteWithRoutingMapGrad: gradients of aclnnMoeTokenUnpermuteWithRoutingMap. */

#ifndef ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_WITH_ROUTING_MAP_GRAD_H_
#define ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_WITH_ROUTING_MAP_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeTokenUnpermuteWithRoutingMapGrad: with row r = outIndex[i], the row of a copy of token t:
 *
 *     permutedTokensGradOut[r] = probability of r * unpermutedTokensGrad[t]
 *     probsGradOutOptional at the token and expert of r = the sum of permutedTokens[r] * unpermutedTokensGrad[t]
 *
 * Everything else is 0. Sums are computed in float64. With dropAndPad t is permuteTokenId[i], and a row whose t is out of range has
 * no token. Without it copies are counted in order of tokens, as many of each as routingMapOptional has, or of all the same number.
 *
 * @param[in] unpermutedTokensGrad  [n, hidden]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] outIndex  [rows], INT32: what aclnnMoeTokenUnpermuteWithRoutingMap wrote
 * @param[in] permuteTokenId  [rows], INT32, likewise; not used without dropAndPad, where torch_npu hands over other numbers
 * @param[in] routingMapOptional  [n, experts], BOOL or INT8; needed with probsOptional, not used with dropAndPad
 * @param[in] permutedTokensOptional  [rows, hidden], type of unpermutedTokensGrad; needed with probsOptional
 * @param[in] probsOptional  [n, experts]; FLOAT, FLOAT16, BFLOAT16; NULL: 1
 * @param[in] dropAndPad  as in aclnnMoeTokenPermuteWithRoutingMap
 * @param[in] restoreShapeOptional  not used: unpermutedTokensGrad has the shape
 * @param[out] permutedTokensGradOut  [rows, hidden], type of unpermutedTokensGrad
 * @param[out] probsGradOutOptional  shape and type of probsOptional, without which it is not written
 * @return 507035 if outIndex has a number out of range, or routingMapOptional has not as many ones as there are rows
 */
ACLNN_API aclnnStatus aclnnMoeTokenUnpermuteWithRoutingMapGradGetWorkspaceSize(
    const aclTensor* unpermutedTokensGrad, const aclTensor* outIndex, const aclTensor* permuteTokenId,
    const aclTensor* routingMapOptional, const aclTensor* permutedTokensOptional,
    const aclTensor* probsOptional, bool dropAndPad, const aclIntArray* restoreShapeOptional,
    const aclTensor* permutedTokensGradOut, const aclTensor* probsGradOutOptional, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnMoeTokenUnpermuteWithRoutingMapGrad. */
ACLNN_API aclnnStatus aclnnMoeTokenUnpermuteWithRoutingMapGrad(void* workspace, uint64_t workspaceSize,
                                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_TOKEN_UNPERMUTE_WITH_ROUTING_MAP_GRAD_H_ */
