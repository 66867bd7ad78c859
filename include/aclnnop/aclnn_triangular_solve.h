/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnTriangularSolve: solution of triangular systems.
 *
 * Types: FLOAT, DOUBLE, COMPLEX64, COMPLEX128, all tensors of one type. Arithmetic: FLOAT in float32, as PyTorch; others in float64, rounded once.
 * Source: PyTorch's torch.linalg.solve_triangular and torch.triangular_solve.
 */

#ifndef ACLNNOP_ACLNN_TRIANGULAR_SOLVE_H_
#define ACLNNOP_ACLNN_TRIANGULAR_SOLVE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnTriangularSolve: xOut is the solution of A @ xOut = self, or of A^T @ xOut = self.
 *
 * The other triangle of A is not read. A zero on the diagonal is no error: it gives infinities and NaN.
 * @param[in] self  right-hand sides, [..., m, n], 2 to 8 dimensions
 * @param[in] A  matrices, [..., m, m]; the batches of self and A broadcast
 * @param[in] upper  which triangle of A is read: the upper (true) or the lower one
 * @param[in] transpose  solves with A transposed
 * @param[in] unitriangular  the diagonal of A is not read and is treated as ones; of other types than FLOAT an
 *                           extension of this library
 * @param[out] xOut  solutions, [..., m, n] with the broadcast batch
 * @param[out] mOut  a copy of A, [..., m, m] with the broadcast batch
 */
ACLNN_API aclnnStatus aclnnTriangularSolveGetWorkspaceSize(const aclTensor* self, const aclTensor* A,
                                                           bool upper, bool transpose, bool unitriangular,
                                                           aclTensor* xOut, aclTensor* mOut,
                                                           uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnTriangularSolve. */
ACLNN_API aclnnStatus aclnnTriangularSolve(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_TRIANGULAR_SOLVE_H_ */
