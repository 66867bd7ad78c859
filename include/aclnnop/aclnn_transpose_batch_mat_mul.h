/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnTransposeBatchMatMul, aclnnTransposeBatchMatMulWeightNz: products of batches whose dimensions are permuted. */

#ifndef ACLNNOP_ACLNN_TRANSPOSE_BATCH_MAT_MUL_H_
#define ACLNNOP_ACLNN_TRANSPOSE_BATCH_MAT_MUL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnTransposeBatchMatMul: out = the products of the matrices of two batches, permuted.
 * With P[b] = x1.permute(permX1)[b] @ x2.permute(permX2)[b] of shape [B, M, N], out is [M, B, N]; or with
 * batchSplitFactor s > 1 [s, M, B * N / s], the s parts of the rows of [M, B * N] one after the other.
 * Types: FLOAT, FLOAT16, BFLOAT16; all tensors have one type.
 * Arithmetic: that of matrix products (see aclnn_base.h).
 * Restrictions: bias and scale are NULL; no source describes how a scale is applied.
 * Source: torch_npu's npu_transpose_batchmatmul.
 *
 * @param[in] x1  3 dimensions: [B, M, K], or [M, B, K] with permX1 [1, 0, 2]
 * @param[in] x2  3 dimensions: [B, K, N], or [B, N, K] with permX2 [0, 2, 1]
 * @param[in] bias  NULL
 * @param[in] scale  NULL
 * @param[in] permX1  [0, 1, 2] or [1, 0, 2]
 * @param[in] permX2  [0, 1, 2] or [0, 2, 1]
 * @param[in] permY  [1, 0, 2]
 * @param[in] cubeMathType  -1 to 4; no effect (see aclnn_base.h)
 * @param[in] batchSplitFactor  1 to B, a divisor of B; 1 if B is 0
 * @param[out] out  [M, B, N], or [s, M, B * N / s]
 */
ACLNN_API aclnnStatus aclnnTransposeBatchMatMulGetWorkspaceSize(
    const aclTensor* x1, const aclTensor* x2, const aclTensor* bias, const aclTensor* scale,
    const aclIntArray* permX1, const aclIntArray* permX2, const aclIntArray* permY, int8_t cubeMathType,
    int32_t batchSplitFactor, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnTransposeBatchMatMul. */
ACLNN_API aclnnStatus aclnnTransposeBatchMatMul(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnTransposeBatchMatMulWeightNz: aclnnTransposeBatchMatMul with matrices x2 in FRACTAL_NZ.
 * x2 has that label, its storage dimensions (see aclnn_npu_format_cast.h), and a view of the matrices,
 * contiguous or transposed. With the label and fewer than 4 storage dimensions it is plain. Types, shapes and
 * results are those of aclnnTransposeBatchMatMul, except for the last bits.
 *
 * @param[in] x1  3 dimensions: [B, M, K], or [M, B, K] with permX1 [1, 0, 2]
 * @param[in] x2  3 dimensions: [B, K, N], or [B, N, K] with permX2 [0, 2, 1]; in FRACTAL_NZ or not
 * @param[in] bias  NULL
 * @param[in] scale  NULL
 * @param[in] permX1  [0, 1, 2] or [1, 0, 2]
 * @param[in] permX2  [0, 1, 2] or [0, 2, 1]
 * @param[in] permY  [1, 0, 2]
 * @param[in] cubeMathType  -1 to 4; no effect (see aclnn_base.h)
 * @param[in] batchSplitFactor  1 to B, a divisor of B; 1 if B is 0
 * @param[out] out  [M, B, N], or [s, M, B * N / s]
 */
ACLNN_API aclnnStatus aclnnTransposeBatchMatMulWeightNzGetWorkspaceSize(
    const aclTensor* x1, const aclTensor* x2, const aclTensor* bias, const aclTensor* scale,
    const aclIntArray* permX1, const aclIntArray* permX2, const aclIntArray* permY, int8_t cubeMathType,
    int32_t batchSplitFactor, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnTransposeBatchMatMulWeightNz. */
ACLNN_API aclnnStatus aclnnTransposeBatchMatMulWeightNz(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_TRANSPOSE_BATCH_MAT_MUL_H_ */
