/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFFN: a feed-forward network of two layers, of one expert or several. */

#ifndef ACLNNOP_ACLNN_FFN_H_
#define ACLNNOP_ACLNN_FFN_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFFN: y = activation(x @ weight1 + bias1) @ weight2 + bias2, each row by the matrices of its expert. The rows of an
 * expert follow those of the one before it.
 * "relu", "gelu" (its form with tanh), "fastgelu" (x * sigmoid(1.702 x)) and "silu" have N1 = K2. "reglu", "geglu" and
 * "swiglu" have N1 = 2 K2: the first half of a row is activated (by relu, gelu or silu) and multiplies the second one.
 * Types: FLOAT, FLOAT16, BFLOAT16, all of one type; biases of that type or FLOAT. Between the products, numbers are
 * float32.
 * Arithmetic: that of matrix products (see aclnn_base.h).
 * Restrictions: quantized weights are not supported.
 * Source: torch_npu's npu_ffn; activations: PyTorch.
 *
 * @param[in] x  [.., K1], 2 to 8 dimensions, M rows
 * @param[in] weight1  [K1, N1], or [experts, K1, N1] with expertTokens
 * @param[in] weight2  [K2, N2], or [experts, K2, N2]
 * @param[in] expertTokens  how many rows each expert has, M altogether; NULL: there is one expert
 * @param[in] bias1  [N1], or [experts, N1]; NULL: none
 * @param[in] bias2  [N2], or [experts, N2]; NULL: none
 * @param[in] scale, offset, deqScale1, deqScale2  NULL
 * @param[in] antiquantScale1, antiquantScale2, antiquantOffset1, antiquantOffset2  NULL
 * @param[in] activation  "relu", "gelu", "fastgelu", "silu", "reglu", "geglu" or "swiglu"
 * @param[in] innerPrecise  0 or 1; no effect
 * @param[out] y  [.., N2], the dimensions of x before the last
 */
ACLNN_API aclnnStatus aclnnFFNGetWorkspaceSize(
    const aclTensor* x, const aclTensor* weight1, const aclTensor* weight2, const aclIntArray* expertTokens,
    const aclTensor* bias1, const aclTensor* bias2, const aclTensor* scale, const aclTensor* offset,
    const aclTensor* deqScale1, const aclTensor* deqScale2, const aclTensor* antiquantScale1,
    const aclTensor* antiquantScale2, const aclTensor* antiquantOffset1, const aclTensor* antiquantOffset2,
    const char* activation, int64_t innerPrecise, const aclTensor* y, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnFFN. */
ACLNN_API aclnnStatus aclnnFFN(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FFN_H_ */
