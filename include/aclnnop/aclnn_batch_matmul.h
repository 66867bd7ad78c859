/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnBatchMatMul: the products of two batches of matrices. */

#ifndef ACLNNOP_ACLNN_BATCH_MATMUL_H_
#define ACLNNOP_ACLNN_BATCH_MATMUL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBatchMatMul: out[i] = self[i] @ mat2[i].
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Operands promote. out has the promoted type, or FLOAT if that is
 * FLOAT16 or BFLOAT16; no intermediate result is then rounded to it. Also INT8, INT16, INT32, INT64 and UINT8
 * among themselves: exact modulo 2^n, for the n bits of the type of out.
 * Except with integers, mat2 may be in FRACTAL_NZ, as aclnnMatmulWeightNz has it.
 * Arithmetic: that of matrix products (see aclnn_base.h).
 * Shapes: self is [b, n, m], mat2 [b, m, p], out [b, n, p]; a batch of one matrix is combined with every
 * matrix of the other operand. Transposed operands are not copied.
 * Source: torch.bmm.
 *
 * @param[in] self  first matrices
 * @param[in] mat2  second matrices
 * @param[out] out  their products
 * @param[in] cubeMathType  -1 to 3; no effect (see aclnn_base.h)
 */
ACLNN_API aclnnStatus aclnnBatchMatMulGetWorkspaceSize(const aclTensor* self, const aclTensor* mat2,
                                                       aclTensor* out, int8_t cubeMathType,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnBatchMatMul. */
ACLNN_API aclnnStatus aclnnBatchMatMul(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

/**
 * aclnnBatchMatMulWeightNz: aclnnBatchMatMul with weights in FRACTAL_NZ. Types and shapes are those of
 * aclnnBatchMatMul; mat2 is as aclnnMatmulWeightNz has it.
 *
 * @param[in] self  first matrices
 * @param[in] mat2  second matrices, in FRACTAL_NZ or not
 * @param[out] out  their products
 * @param[in] cubeMathType  -1 to 4; no effect (see aclnn_base.h)
 */
ACLNN_API aclnnStatus aclnnBatchMatMulWeightNzGetWorkspaceSize(const aclTensor* self, const aclTensor* mat2,
                                                               aclTensor* out, int8_t cubeMathType,
                                                               uint64_t* workspaceSize,
                                                               aclOpExecutor** executor);
/** Phase two of aclnnBatchMatMulWeightNz. */
ACLNN_API aclnnStatus aclnnBatchMatMulWeightNz(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BATCH_MATMUL_H_ */
