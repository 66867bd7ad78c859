/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFFNV3: a feed-forward network whose experts have rows by a tensor. */

#ifndef ACLNNOP_ACLNN_FFN_V3_H_
#define ACLNNOP_ACLNN_FFN_V3_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFFNV3: aclnnFFN with numbers of rows in device memory. Rows after the last expert become 0. An expert that ends
 * before it begins, or after the last row, is an error of the stream; y has not changed then.
 *
 * @param[in] x  [.., K1], 2 to 8 dimensions, M rows
 * @param[in] weight1  [K1, N1], or [experts, K1, N1] with expertTokens
 * @param[in] weight2  [K2, N2], or [experts, K2, N2]
 * @param[in] expertTokensOptional  INT64 [experts], where the rows of each expert end, or how many each has; NULL: there is one expert
 * @param[in] bias1Optional  [N1], or [experts, N1]; NULL: none
 * @param[in] bias2Optional  [N2], or [experts, N2]; NULL: none
 * @param[in] scaleOptional, offsetOptional, deqScale1Optional, deqScale2Optional  NULL
 * @param[in] antiquantScale1Optional, antiquantScale2Optional, antiquantOffset1Optional, antiquantOffset2Optional  NULL
 * @param[in] activation  "relu", "gelu", "fastgelu", "silu", "reglu", "geglu" or "swiglu"
 * @param[in] innerPrecise  0 or 1; no effect
 * @param[in] tokensIndexFlag  whether expertTokens contains where rows end, not how many there are
 * @param[out] y  [.., N2], the dimensions of x before the last
 */
ACLNN_API aclnnStatus aclnnFFNV3GetWorkspaceSize(
    const aclTensor* x, const aclTensor* weight1, const aclTensor* weight2,
    const aclTensor* expertTokensOptional, const aclTensor* bias1Optional, const aclTensor* bias2Optional,
    const aclTensor* scaleOptional, const aclTensor* offsetOptional, const aclTensor* deqScale1Optional,
    const aclTensor* deqScale2Optional, const aclTensor* antiquantScale1Optional,
    const aclTensor* antiquantScale2Optional, const aclTensor* antiquantOffset1Optional,
    const aclTensor* antiquantOffset2Optional, const char* activation, int64_t innerPrecise,
    bool tokensIndexFlag, const aclTensor* y, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFFNV3. */
ACLNN_API aclnnStatus aclnnFFNV3(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FFN_V3_H_ */
