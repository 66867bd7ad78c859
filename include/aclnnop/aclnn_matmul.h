/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMatmul, aclnnMatmulWeightNz: the product of two tensors, as matrices, vectors or batches of matrices. */

#ifndef ACLNNOP_ACLNN_MATMUL_H_
#define ACLNNOP_ACLNN_MATMUL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMatmul: out = self @ mat2.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Operands promote. out has the promoted type, or FLOAT if that is
 * FLOAT16 or BFLOAT16; no intermediate result is then rounded to it. Also INT8, INT16, INT32, INT64 and UINT8
 * among themselves: exact modulo 2^n, for the n bits of the type of out.
 * Except with integers, mat2 may be in FRACTAL_NZ, as aclnnMatmulWeightNz has it.
 * Arithmetic: that of matrix products (see aclnn_base.h).
 * Shapes: 1 to 8 dimensions each. The last two are those of matrices [n, m] and [m, p], those before them a
 * batch; batches broadcast. A self of one dimension is a row, a mat2 of one is a column, and out lacks that
 * dimension: [m] and [m] give one element. Transposed operands are not copied.
 * Source: torch.matmul.
 *
 * @param[in] self  first operand
 * @param[in] mat2  second operand
 * @param[out] out  their product
 * @param[in] cubeMathType  -1 to 3; no effect (see aclnn_base.h)
 */
ACLNN_API aclnnStatus aclnnMatmulGetWorkspaceSize(const aclTensor* self, const aclTensor* mat2,
                                                  aclTensor* out, int8_t cubeMathType,
                                                  uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMatmul. */
ACLNN_API aclnnStatus aclnnMatmul(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

/**
 * aclnnMatmulWeightNz: aclnnMatmul with a weight in FRACTAL_NZ.
 * Types and shapes are those of aclnnMatmul, and so are the results, except for the last bits.
 * mat2 in FRACTAL_NZ has that label and its storage dimensions (see aclnn_npu_format_cast.h). Its view shows
 * the matrix, contiguous or transposed, or is the storage dimensions themselves, of the matrix or of the
 * transposed one; a storage that is both is treated as that of the matrix. With the label and fewer than 4
 * storage dimensions it is a plain matrix, as aclnnTransMatmulWeight leaves it.
 *
 * @param[in] self  first operand
 * @param[in] mat2  second operand, in FRACTAL_NZ or not
 * @param[out] out  their product
 * @param[in] cubeMathType  -1 to 4; no effect (see aclnn_base.h)
 */
ACLNN_API aclnnStatus aclnnMatmulWeightNzGetWorkspaceSize(const aclTensor* self, const aclTensor* mat2,
                                                          aclTensor* out, int8_t cubeMathType,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMatmulWeightNz. */
ACLNN_API aclnnStatus aclnnMatmulWeightNz(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MATMUL_H_ */
