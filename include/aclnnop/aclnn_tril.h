/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnTril, aclnnInplaceTril: triangular part of matrices.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2.
 * out has the type of self. Source: PyTorch's torch.tril.
 */

#ifndef ACLNNOP_ACLNN_TRIL_H_
#define ACLNNOP_ACLNN_TRIL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnTril: out[..., i, j] = self[..., i, j] if j <= i + diagonal, otherwise 0.
 * @param[in] self  2 to 8 dimensions; the last two are the rows and columns of matrices
 * @param[in] diagonal  which diagonal: 0 the main one, positive ones above it; any number
 * @param[out] out  the shape of self; may be self
 */
ACLNN_API aclnnStatus aclnnTrilGetWorkspaceSize(const aclTensor* self, int64_t diagonal, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnTril. */
ACLNN_API aclnnStatus aclnnTril(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnInplaceTril: selfRef[..., i, j] = 0 unless j <= i + diagonal.
 * @param[in,out] selfRef  2 to 8 dimensions; the last two are the rows and columns of matrices
 * @param[in] diagonal  which diagonal: 0 the main one, positive ones above it; any number
 */
ACLNN_API aclnnStatus aclnnInplaceTrilGetWorkspaceSize(aclTensor* selfRef, int64_t diagonal,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceTril. */
ACLNN_API aclnnStatus aclnnInplaceTril(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_TRIL_H_ */
