/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnLogdet: logarithms of determinants.
 *
 * Types: FLOAT, DOUBLE, COMPLEX64, COMPLEX128. Arithmetic: float64, rounded once; one thread for each matrix.
 * Source: PyTorch's torch.logdet.
 */

#ifndef ACLNNOP_ACLNN_LOGDET_H_
#define ACLNNOP_ACLNN_LOGDET_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLogdet: out = log(det(self)): -inf for a determinant of 0, NaN for a negative one. Of complex matrices
 * the imaginary part is the angle of the determinant.
 * @param[in] self  square matrices, [..., n, n], 2 to 8 dimensions
 * @param[out] out  type of self, the shape of its batch
 */
ACLNN_API aclnnStatus aclnnLogdetGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                  uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnLogdet. */
ACLNN_API aclnnStatus aclnnLogdet(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LOGDET_H_ */
