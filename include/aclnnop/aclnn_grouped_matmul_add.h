/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGroupedMatmulAdd: products of groups of rows, added to a matrix of each group. */

#ifndef ACLNNOP_ACLNN_GROUPED_MATMUL_ADD_H_
#define ACLNNOP_ACLNN_GROUPED_MATMUL_ADD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupedMatmulAdd: yRef[g] += op(x)[:, rows of g] @ op(weight)[rows of g, :] for each group g of the depth: the
 * gradient of the weights of groups, summed up. A group without rows leaves its matrix unchanged.
 * Types: x and weight FLOAT16, BFLOAT16 or FLOAT, both of one type; groupList INT64; yRef FLOAT.
 * Arithmetic: that of matrix products (see aclnn_base.h).
 * A group that ends before it begins, or after the last row, is an error of the stream.
 * Source: torch_npu's npu_grouped_matmul_add_.
 *
 * @param[in] x  [K, m], or [m, K] if transposeX is false
 * @param[in] weight  [K, n], or [n, K] if transposeWeight is true
 * @param[in] groupList  [groups], where each group ends
 * @param[in,out] yRef  [groups, m, n], or [groups * m, n]
 * @param[in] transposeX  whether x is transposed as a factor: true has it as [K, m]
 * @param[in] transposeWeight  whether weight is
 * @param[in] groupType  2: groups are parts of the depth
 */
ACLNN_API aclnnStatus aclnnGroupedMatmulAddGetWorkspaceSize(const aclTensor* x, const aclTensor* weight,
                                                            const aclTensor* groupList, aclTensor* yRef,
                                                            bool transposeX, bool transposeWeight,
                                                            int64_t groupType, uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnGroupedMatmulAdd. */
ACLNN_API aclnnStatus aclnnGroupedMatmulAdd(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUPED_MATMUL_ADD_H_ */
