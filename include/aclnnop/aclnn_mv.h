/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMv: the product of a matrix and a vector. */

#ifndef ACLNNOP_ACLNN_MV_H_
#define ACLNNOP_ACLNN_MV_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMv: out = self @ vec.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Operands promote. out has the promoted type, or FLOAT if that is
 * FLOAT16 or BFLOAT16; no intermediate result is then rounded to it. Also INT8, INT16, INT32, INT64 and UINT8
 * among themselves: exact modulo 2^n, for the n bits of the type of out.
 * Arithmetic: that of matrix products (see aclnn_base.h).
 * Shapes: self is [n, m], vec [m], out [n]. Transposed operands are not copied.
 * Source: torch.mv.
 *
 * @param[in] self  matrix
 * @param[in] vec  vector
 * @param[out] out  their product
 * @param[in] cubeMathType  -1 to 3; no effect (see aclnn_base.h)
 */
ACLNN_API aclnnStatus aclnnMvGetWorkspaceSize(const aclTensor* self, const aclTensor* vec, aclTensor* out,
                                              int8_t cubeMathType, uint64_t* workspaceSize,
                                              aclOpExecutor** executor);
/** Phase two of aclnnMv. */
ACLNN_API aclnnStatus aclnnMv(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                              aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MV_H_ */
