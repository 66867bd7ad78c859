/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSinkhorn: a matrix with rows and columns of equal sums. */

#ifndef ACLNNOP_ACLNN_SINKHORN_H_
#define ACLNNOP_ACLNN_SINKHORN_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSinkhorn: the matrix p[i, j] = d1[j] * exp(cost[i, j]) * d0[i] of R rows and C columns. From ones,
 *
 *     d0[i] = 1 / (R * (sum over j of d1[j] * exp(cost[i, j]) + 1e-8))
 *     d1[j] = 1 / (C * (sum over i of d0[i] * exp(cost[i, j]) + 1e-8))
 *
 * repeat until the mean of |d1 - the d1 before| is at most tol, or 1000 times. With NaN in a step it is the last
 * one.
 * Types: FLOAT, FLOAT16, BFLOAT16; p has the type of cost. Arithmetic: exponentials in FLOAT, sums in float64.
 * Source: Sinkhorn, Knopp, "Concerning nonnegative matrices and doubly stochastic matrices", 1967.
 *
 * @param[in] cost  [R, C]
 * @param[in] tol  a scalar of any type. NULL: 1e-4
 * @param[out] p  shape of cost
 */
ACLNN_API aclnnStatus aclnnSinkhornGetWorkspaceSize(const aclTensor* cost, const aclScalar* tol, aclTensor* p,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSinkhorn. */
ACLNN_API aclnnStatus aclnnSinkhorn(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SINKHORN_H_ */
