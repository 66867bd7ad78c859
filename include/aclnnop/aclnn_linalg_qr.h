/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnLinalgQr: QR decomposition.
 *
 * Signs are those of LAPACK: a positive number in the first column gives a negative one on the diagonal of R.
 * Types: FLOAT, FLOAT16, DOUBLE, COMPLEX64, COMPLEX128. Arithmetic: float64, rounded once; one thread for each matrix.
 * Source: PyTorch's torch.linalg.qr.
 */

#ifndef ACLNNOP_ACLNN_LINALG_QR_H_
#define ACLNNOP_ACLNN_LINALG_QR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLinalgQr: self = Q @ R, with orthonormal columns in Q and upper triangles in R.
 * @param[in] self  matrices, [..., m, n], 2 to 8 dimensions
 * @param[in] mode  0: k is min(m, n); 1: k is m; 2: as 0, and Q is not computed
 * @param[out] Q  orthonormal columns, [..., m, k], type of self; no elements if mode is 2
 * @param[out] R  [..., k, n], type of self
 * @return 161002 if mode is another number
 */
ACLNN_API aclnnStatus aclnnLinalgQrGetWorkspaceSize(const aclTensor* self, int64_t mode, aclTensor* Q,
                                                    aclTensor* R, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor);
/** Phase two of aclnnLinalgQr. */
ACLNN_API aclnnStatus aclnnLinalgQr(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LINALG_QR_H_ */
