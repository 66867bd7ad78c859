/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnDot: the inner product of two vectors. */

#ifndef ACLNNOP_ACLNN_DOT_H_
#define ACLNNOP_ACLNN_DOT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnDot: out = sum of self[i] * tensor[i].
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Operands promote. out has the promoted type, or FLOAT if that is
 * FLOAT16 or BFLOAT16; no intermediate result is then rounded to it. Also INT8, INT16, INT32, INT64 and UINT8
 * among themselves: exact modulo 2^n, for the n bits of the type of out.
 * Arithmetic: that of matrix products (see aclnn_base.h).
 * Shapes: self and tensor are [n], out has one element. Transposed operands are not copied.
 * Source: torch.dot.
 *
 * @param[in] self  first vector
 * @param[in] tensor  second vector
 * @param[out] out  their inner product
 */
ACLNN_API aclnnStatus aclnnDotGetWorkspaceSize(const aclTensor* self, const aclTensor* tensor, aclTensor* out,
                                               uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDot. */
ACLNN_API aclnnStatus aclnnDot(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_DOT_H_ */
