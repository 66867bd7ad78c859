/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnDiagFlat: a matrix with a diagonal. */

#ifndef ACLNNOP_ACLNN_DIAG_FLAT_H_
#define ACLNNOP_ACLNN_DIAG_FLAT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnDiagFlat: out = the matrix that has the elements of self, in row-major order, on the diagonal and
 * zeros elsewhere: out[i + max(-diagonal, 0), i + max(diagonal, 0)] = element i.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128; out has the type of self. Source: PyTorch's torch.diagflat.
 *
 * @param[in] self  any shape
 * @param[in] diagonal  0 for the main diagonal, above 0 for one above it, below 0 for one below it
 * @param[out] out  [n, n] with n = elements of self + |diagonal|
 */
ACLNN_API aclnnStatus aclnnDiagFlatGetWorkspaceSize(const aclTensor* self, int64_t diagonal, aclTensor* out,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDiagFlat. */
ACLNN_API aclnnStatus aclnnDiagFlat(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_DIAG_FLAT_H_ */
