/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGroupedMatmulFinalizeRouting: products of groups of rows, summed up by token. */

#ifndef ACLNNOP_ACLNN_GROUPED_MATMUL_FINALIZE_ROUTING_H_
#define ACLNNOP_ACLNN_GROUPED_MATMUL_FINALIZE_ROUTING_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupedMatmulFinalizeRouting: the products of the rows of experts, brought back to their tokens and summed up.
 * y = 0; for each row r of x, in group g: y[rowIndex[r]] += (x[r] @ w[g]) * scale[g] * pertokenScale[r] * logit[r]. Then
 * y[sharedInputOffset + i] += sharedInputWeight * sharedInput[i]. Rows of no group add 0.
 * Products are exact in INT32, sums float64; the result is rounded once.
 * Types: x and w INT8, scale FLOAT or BFLOAT16, pertokenScale and logit FLOAT, sharedInput FLOAT, FLOAT16 or BFLOAT16,
 * groupList INT64, rowIndex INT64 or INT32, y FLOAT.
 * w in FRACTAL_NZ has that label and its storage dimensions (see aclnn_npu_format_cast.h); its view shows the matrices,
 * or is the storage dimensions.
 * A group that ends before it begins, or after the last row, and an index that names no row of y are errors of the
 * stream; y has not changed then.
 * Restrictions: bias is NULL, transposeX is false, and weights of INT4 are not supported.
 * Source: torch_npu's npu_grouped_matmul_finalize_routing.
 *
 * @param[in] x  [m, k]
 * @param[in] w  [groups, k, n], or [groups, n, k] if transposeW is true; in FRACTAL_NZ or not
 * @param[in] scaleOptional  [groups, n]
 * @param[in] biasOptional  NULL
 * @param[in] pertokenScaleOptional  [m]; NULL: 1
 * @param[in] groupListOptional  [groups]
 * @param[in] sharedInputOptional  [s, n]; NULL: none
 * @param[in] logitOptional  [m]; NULL: 1
 * @param[in] rowIndexOptional  [m], rows of y
 * @param[in] dtype  0 (FLOAT)
 * @param[in] sharedInputWeight  factor of sharedInputOptional
 * @param[in] sharedInputOffset  the row of y that its first row is added to
 * @param[in] transposeX  false
 * @param[in] transposeW  whether matrices are [n, k]
 * @param[in] groupListType  0: where groups end; 1: how many rows they have
 * @param[out] y  [rows, n]
 */
ACLNN_API aclnnStatus aclnnGroupedMatmulFinalizeRoutingGetWorkspaceSize(
    const aclTensor* x, aclTensor* w, const aclTensor* scaleOptional, const aclTensor* biasOptional,
    const aclTensor* pertokenScaleOptional, const aclTensor* groupListOptional,
    const aclTensor* sharedInputOptional, const aclTensor* logitOptional, const aclTensor* rowIndexOptional,
    int64_t dtype, float sharedInputWeight, int64_t sharedInputOffset, bool transposeX, bool transposeW,
    int64_t groupListType, aclTensor* y, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGroupedMatmulFinalizeRouting. */
ACLNN_API aclnnStatus aclnnGroupedMatmulFinalizeRouting(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUPED_MATMUL_FINALIZE_ROUTING_H_ */
