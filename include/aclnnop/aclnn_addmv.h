/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAddmv: a vector plus the product of a matrix and a vector. */

#ifndef ACLNNOP_ACLNN_ADDMV_H_
#define ACLNNOP_ACLNN_ADDMV_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAddmv: out = beta * self + alpha * (mat @ vec).
 * Types: those of aclnnMm.
 * Arithmetic: that of matrix products (see aclnn_base.h). alpha and beta have any real type; with integers
 * what follows their point is dropped. If beta is 0,
 * its factor is not read: NaN and infinities in it have no effect.
 * Shapes: mat is [n, m], vec [m], out [n]; self broadcasts to out. alpha precedes beta in this prototype.
 * Transposed operands are not copied.
 * Source: torch.addmv.
 *
 * @param[in] self  summand
 * @param[in] mat  matrix
 * @param[in] vec  vector
 * @param[in] alpha  factor of the product
 * @param[in] beta  factor of the summand
 * @param[out] out  result
 * @param[in] cubeMathType  -1 to 3; no effect (see aclnn_base.h)
 * @return 161002 if alpha or beta is complex
 */
ACLNN_API aclnnStatus aclnnAddmvGetWorkspaceSize(const aclTensor* self, const aclTensor* mat,
                                                 const aclTensor* vec, const aclScalar* alpha,
                                                 const aclScalar* beta, aclTensor* out, int8_t cubeMathType,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAddmv. */
ACLNN_API aclnnStatus aclnnAddmv(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADDMV_H_ */
