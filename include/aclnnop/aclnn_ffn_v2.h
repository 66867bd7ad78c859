/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFFNV2: a feed-forward network whose experts have rows by numbers or by ends. */

#ifndef ACLNNOP_ACLNN_FFN_V2_H_
#define ACLNNOP_ACLNN_FFN_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFFNV2: aclnnFFN, which describes all but tokensIndexFlag.
 *
 * @param[in] x  [.., K1], 2 to 8 dimensions, M rows
 * @param[in] weight1  [K1, N1], or [experts, K1, N1] with expertTokens
 * @param[in] weight2  [K2, N2], or [experts, K2, N2]
 * @param[in] expertTokens  where the rows of each expert end, or how many each has; NULL: there is one expert
 * @param[in] bias1  [N1], or [experts, N1]; NULL: none
 * @param[in] bias2  [N2], or [experts, N2]; NULL: none
 * @param[in] scale, offset, deqScale1, deqScale2  NULL
 * @param[in] antiquantScale1, antiquantScale2, antiquantOffset1, antiquantOffset2  NULL
 * @param[in] activation  "relu", "gelu", "fastgelu", "silu", "reglu", "geglu" or "swiglu"
 * @param[in] innerPrecise  0 or 1; no effect
 * @param[in] tokensIndexFlag  whether expertTokens contains where rows end, not how many there are
 * @param[out] y  [.., N2], the dimensions of x before the last
 */
ACLNN_API aclnnStatus aclnnFFNV2GetWorkspaceSize(
    const aclTensor* x, const aclTensor* weight1, const aclTensor* weight2, const aclIntArray* expertTokens,
    const aclTensor* bias1, const aclTensor* bias2, const aclTensor* scale, const aclTensor* offset,
    const aclTensor* deqScale1, const aclTensor* deqScale2, const aclTensor* antiquantScale1,
    const aclTensor* antiquantScale2, const aclTensor* antiquantOffset1, const aclTensor* antiquantOffset2,
    const char* activation, int64_t innerPrecise, bool tokensIndexFlag, const aclTensor* y,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFFNV2. */
ACLNN_API aclnnStatus aclnnFFNV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FFN_V2_H_ */
