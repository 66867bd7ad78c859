/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMm: the product of two matrices. */

#ifndef ACLNNOP_ACLNN_MM_H_
#define ACLNNOP_ACLNN_MM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMm: out = self @ mat2.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Operands promote. out has the promoted type, or FLOAT if that is
 * FLOAT16 or BFLOAT16; no intermediate result is then rounded to it. Also INT8, INT16, INT32, INT64 and UINT8
 * among themselves: exact modulo 2^n, for the n bits of the type of out.
 * Except with integers, mat2 may be in FRACTAL_NZ, as aclnnMatmulWeightNz has it.
 * Arithmetic: that of matrix products (see aclnn_base.h).
 * Shapes: self is [n, m], mat2 [m, p], out [n, p]. Transposed operands are not copied.
 * Source: torch.mm.
 *
 * @param[in] self  first matrix
 * @param[in] mat2  second matrix
 * @param[out] out  their product
 * @param[in] cubeMathType  -1 to 3; no effect (see aclnn_base.h)
 */
ACLNN_API aclnnStatus aclnnMmGetWorkspaceSize(const aclTensor* self, const aclTensor* mat2, aclTensor* out,
                                              int8_t cubeMathType, uint64_t* workspaceSize,
                                              aclOpExecutor** executor);
/** Phase two of aclnnMm. */
ACLNN_API aclnnStatus aclnnMm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                              aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MM_H_ */
