/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnLinalgCholesky: Cholesky decomposition.
 *
 * Types: FLOAT, BFLOAT16, DOUBLE; DOUBLE is an extension of this library. Arithmetic: float64, rounded once; one thread for each matrix.
 * Source: PyTorch's torch.linalg.cholesky.
 */

#ifndef ACLNNOP_ACLNN_LINALG_CHOLESKY_H_
#define ACLNNOP_ACLNN_LINALG_CHOLESKY_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLinalgCholesky: self = out @ out^T with a lower triangle out, or out^T @ out with an upper one. The other
 * triangle of out is 0.
 *
 * A matrix that is not positive definite fails the work with 507035 at the next synchronization. Then nothing is
 * written.
 * @param[in] self  symmetric matrices, [..., n, n], 2 to 8 dimensions; only the triangle that upper names is
 *                  read
 * @param[in] upper  whether out is an upper triangle (true) or a lower one
 * @param[out] out  shape and type of self; may be self
 */
ACLNN_API aclnnStatus aclnnLinalgCholeskyGetWorkspaceSize(const aclTensor* self, bool upper, aclTensor* out,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnLinalgCholesky. */
ACLNN_API aclnnStatus aclnnLinalgCholesky(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LINALG_CHOLESKY_H_ */
