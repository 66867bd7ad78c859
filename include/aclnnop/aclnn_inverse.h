/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnInverse: inverse matrices.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Arithmetic: float64, rounded once; one thread for each matrix.
 * Source: PyTorch's torch.linalg.inv.
 */

#ifndef ACLNNOP_ACLNN_INVERSE_H_
#define ACLNNOP_ACLNN_INVERSE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnInverse: out @ self is the identity matrix, for each matrix of a batch.
 *
 * A singular matrix, which has no inverse, fails the work with 507035 at the next synchronization. Then nothing
 * is written.
 * @param[in] self  square matrices, [..., n, n], 2 to 8 dimensions
 * @param[out] out  shape and type of self; may be self
 */
ACLNN_API aclnnStatus aclnnInverseGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInverse. */
ACLNN_API aclnnStatus aclnnInverse(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_INVERSE_H_ */
