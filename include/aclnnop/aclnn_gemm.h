/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGemm: a scaled product of two matrices, and a scaled matrix. */

#ifndef ACLNNOP_ACLNN_GEMM_H_
#define ACLNNOP_ACLNN_GEMM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGemm: out = alpha * A B + beta * C, A and B transposed if their flags are not 0.
 * Types: FLOAT, FLOAT16, BFLOAT16; all tensors have one type.
 * Arithmetic: that of matrix products (see aclnn_base.h). If beta is 0, NaN and infinities in C do not reach the
 * result. Source: ONNX's Gemm.
 *
 * @param[in] A  [M, K], or [K, M] if transA is not 0
 * @param[in] B  [K, N], or [N, K] if transB is not 0
 * @param[in] C  broadcasts to [M, N]
 * @param[in] alpha  factor of the product
 * @param[in] beta  factor of C
 * @param[in] transA  whether A is transposed
 * @param[in] transB  whether B is transposed
 * @param[out] out  [M, N]
 * @param[in] cubeMathType  -1 to 4; no effect (see aclnn_base.h)
 */
ACLNN_API aclnnStatus aclnnGemmGetWorkspaceSize(const aclTensor* A, const aclTensor* B, const aclTensor* C,
                                                float alpha, float beta, int64_t transA, int64_t transB,
                                                aclTensor* out, int8_t cubeMathType, uint64_t* workspaceSize,
                                                aclOpExecutor** executor);
/** Phase two of aclnnGemm. */
ACLNN_API aclnnStatus aclnnGemm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GEMM_H_ */
