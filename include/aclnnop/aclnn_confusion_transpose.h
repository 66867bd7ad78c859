/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnConfusionTranspose: dimensions in another order, and elements in other dimensions. */

#ifndef ACLNNOP_ACLNN_CONFUSION_TRANSPOSE_H_
#define ACLNNOP_ACLNN_CONFUSION_TRANSPOSE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnConfusionTranspose: with transposeFirst x is transposed, and then has the dimensions of shape: out =
 * reshape(permute(x, perm), shape). Otherwise it is the other way round: out = permute(reshape(x, shape), perm).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, BOOL, COMPLEX64, COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2 and integers
 * of 8 to 64 bits.
 *
 * @param[in] x  0 to 8 dimensions
 * @param[in] perm  each dimension of what is transposed once; negative ones count from the end
 * @param[in] shape  0 to 8 dimensions, with as many elements as x
 * @param[in] transposeFirst  the order of the two
 * @param[out] out  shape; without transposeFirst in the order of perm; type of x
 */
ACLNN_API aclnnStatus aclnnConfusionTransposeGetWorkspaceSize(const aclTensor* x, const aclIntArray* perm,
                                                              const aclIntArray* shape, bool transposeFirst,
                                                              aclTensor* out, uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);
/** Phase two of aclnnConfusionTranspose. */
ACLNN_API aclnnStatus aclnnConfusionTranspose(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CONFUSION_TRANSPOSE_H_ */
