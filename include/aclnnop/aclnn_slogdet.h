/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnSlogdet: signs and logarithms of determinants.
 *
 * Types: FLOAT, DOUBLE, COMPLEX64, COMPLEX128. Arithmetic: float64, rounded once; one thread for each matrix.
 * Source: PyTorch's torch.linalg.slogdet.
 */

#ifndef ACLNNOP_ACLNN_SLOGDET_H_
#define ACLNNOP_ACLNN_SLOGDET_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSlogdet: signOut = det(self) / abs(det(self)), logOut = log(abs(det(self))); 0 and -inf for a determinant
 * of 0.
 * @param[in] self  square matrices, [..., n, n], 2 to 8 dimensions
 * @param[out] signOut  type of self, the shape of its batch
 * @param[out] logOut  type of self, the shape of its batch; of complex matrices its imaginary part is 0
 */
ACLNN_API aclnnStatus aclnnSlogdetGetWorkspaceSize(const aclTensor* self, aclTensor* signOut,
                                                   aclTensor* logOut, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor);
/** Phase two of aclnnSlogdet. */
ACLNN_API aclnnStatus aclnnSlogdet(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SLOGDET_H_ */
