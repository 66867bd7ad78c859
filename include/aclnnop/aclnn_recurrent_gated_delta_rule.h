/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnRecurrentGatedDeltaRule: linear attention with a gated state, token by token. */

#ifndef ACLNNOP_ACLNN_RECURRENT_GATED_DELTA_RULE_H_
#define ACLNNOP_ACLNN_RECURRENT_GATED_DELTA_RULE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRecurrentGatedDeltaRule: tokens of some sequences, one sequence after the other, each of which continues
 * from a state [heads, Dv, Dk] of a cache. For each token t of a sequence and each head, in FLOAT:
 *
 *     S = S * exp(g[t] + gk[t]),  S = S + beta[t] * (v[t] - S k[t]) k[t]^T,  out[t] = S (scaleValue * q[t])
 *
 * Then S is stored in block ssmStateIndices[t] of the cache. A sequence begins with the block of its token
 * number numAcceptedTokens - 1. Head h of the values has head h / (heads / heads of keys) of the keys. Sequences
 * are computed in their order: one that begins with a block that an earlier one stores finds what that stored.
 * Tokens after the last sequence change no state, and their results are 0.
 * Types: BFLOAT16.
 *
 * @param[in] query  [T, Nk, Dk]
 * @param[in] key  [T, Nk, Dk]
 * @param[in] value  [T, Nv, Dv]; Nv is a multiple of Nk
 * @param[in] beta  [T, Nv]; NULL: ones
 * @param[in,out] stateRef  [blocks, Nv, Dv, Dk]
 * @param[in] actualSeqLengths  [B], INT32 or INT64; their sum is at most T
 * @param[in] ssmStateIndices  [T], INT32 or INT64
 * @param[in] g  [T, Nv], FLOAT; NULL: zeros
 * @param[in] gk  [T, Nv, Dk], FLOAT: one gate for each column of a state; NULL: zeros
 * @param[in] numAcceptedTokens  [B], INT32 or INT64, from 1 to the length of the sequence; NULL: ones
 * @param[in] scaleValue  what queries are multiplied by
 * @param[out] out  [T, Nv, Dv]
 * @return 507035 if a length, a number of accepted tokens or a block's number is out of its range
 */
ACLNN_API aclnnStatus aclnnRecurrentGatedDeltaRuleGetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* beta,
    aclTensor* stateRef, const aclTensor* actualSeqLengths, const aclTensor* ssmStateIndices,
    const aclTensor* g, const aclTensor* gk, const aclTensor* numAcceptedTokens, float scaleValue,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnRecurrentGatedDeltaRule. */
ACLNN_API aclnnStatus aclnnRecurrentGatedDeltaRule(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_RECURRENT_GATED_DELTA_RULE_H_ */
