/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnSvd: singular value decomposition.
 *
 * Types: FLOAT, DOUBLE, COMPLEX64, COMPLEX128. Arithmetic: float64, rounded once; one thread for each matrix.
 * Source: PyTorch's torch.svd.
 */

#ifndef ACLNNOP_ACLNN_SVD_H_
#define ACLNNOP_ACLNN_SVD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSvd: input = u @ diag(sigma) @ v^H, with orthonormal columns in u and v, and sigma in descending order.
 * v is the matrix itself, not v^H. Signs of singular vectors are not defined; those of a pair belong together.
 *
 * A matrix with NaN or infinities fails the work with 507035 at the next synchronization, as one whose singular
 * values do not converge does. Then nothing is written.
 * @param[in] input  matrices, [..., m, n], 2 to 8 dimensions
 * @param[in] fullMatrices  u is [..., m, m] and v [..., n, n]; otherwise both have k = min(m, n) columns
 * @param[in] computeUV  u and v are computed; otherwise their shapes are not checked, and they may be null
 * @param[out] sigma  singular values, [..., k]; FLOAT or DOUBLE, as the parts of input
 * @param[out] u  left singular vectors, [..., m, k] or [..., m, m], type of input
 * @param[out] v  right singular vectors, [..., n, k] or [..., n, n], type of input
 */
ACLNN_API aclnnStatus aclnnSvdGetWorkspaceSize(const aclTensor* input, bool fullMatrices, bool computeUV,
                                               aclTensor* sigma, aclTensor* u, aclTensor* v,
                                               uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSvd. */
ACLNN_API aclnnStatus aclnnSvd(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SVD_H_ */
