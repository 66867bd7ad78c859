/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnQr: QR decomposition.
 *
 * Signs are those of LAPACK: a positive number in the first column gives a negative one on the diagonal of R.
 * Types: FLOAT, FLOAT16, DOUBLE, COMPLEX64, COMPLEX128. Arithmetic: float64, rounded once; one thread for each matrix.
 * Source: PyTorch's torch.qr.
 */

#ifndef ACLNNOP_ACLNN_QR_H_
#define ACLNNOP_ACLNN_QR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnQr: self = Q @ R, with orthonormal columns in Q and upper triangles in R.
 * @param[in] self  matrices, [..., m, n], 2 to 8 dimensions
 * @param[in] some  k is min(m, n) (true) or m
 * @param[out] Q  orthonormal columns, [..., m, k], type of self
 * @param[out] R  [..., k, n], type of self
 */
ACLNN_API aclnnStatus aclnnQrGetWorkspaceSize(const aclTensor* self, bool some, aclTensor* Q, aclTensor* R,
                                              uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnQr. */
ACLNN_API aclnnStatus aclnnQr(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                              aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_QR_H_ */
