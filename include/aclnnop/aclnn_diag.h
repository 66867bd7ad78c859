/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnDiag: a diagonal of a matrix, or a matrix with one. */

#ifndef ACLNNOP_ACLNN_DIAG_H_
#define ACLNNOP_ACLNN_DIAG_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnDiag: of a matrix, out = its diagonal, out[i] = self[i + max(-diagonal, 0), i + max(diagonal, 0)]. Of
 * a tensor with one dimension, out = the matrix that has it on the diagonal and zeros elsewhere.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128; out has the type of self. Source: PyTorch's torch.diag.
 *
 * @param[in] self  [elements], or [rows, columns]
 * @param[in] diagonal  0 for the main diagonal, above 0 for one above it, below 0 for one below it; of a
 *     matrix with elements from 1 - rows to columns - 1
 * @param[out] out  [n, n] with n = elements + |diagonal|, or [elements of the diagonal]
 */
ACLNN_API aclnnStatus aclnnDiagGetWorkspaceSize(const aclTensor* self, int64_t diagonal, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDiag. */
ACLNN_API aclnnStatus aclnnDiag(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_DIAG_H_ */
