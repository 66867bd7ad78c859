/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeInitRouting: tokens copied into the order of their experts. */

#ifndef ACLNNOP_ACLNN_MOE_INIT_ROUTING_H_
#define ACLNNOP_ACLNN_MOE_INIT_ROUTING_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeInitRouting: a copy of each token for each of its experts, sorted by expert. The sort is stable, in
 * the order of expertIdx.
 *
 *     expandedXOut[i] = x[c % n],  expandedRowIdxOut[c] = i, with the number c of the i-th copy, its element
 *     of rowIdx
 *
 * @param[in] x  [n, hidden]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] rowIdx  [n, k], INT32: numbers of the copies, those of aclnnMoeGatingTopKSoftmax
 * @param[in] expertIdx  [n, k], INT32
 * @param[in] activeNum  tokens whose number of copies expandedXOut holds, 0 or more
 * @param[out] expandedXOut  [min(activeNum, n) * k, hidden], type of x
 * @param[out] expandedRowIdxOut  [n * k], INT32; -1 for numbers that rowIdx does not have
 * @param[out] expandedExpertIdxOut  [n * k], INT32: the sorted experts
 * @return 507035 if an expert is negative or 2^31 - 1, or an element of rowIdx is not in [0, n * k)
 */
ACLNN_API aclnnStatus aclnnMoeInitRoutingGetWorkspaceSize(const aclTensor* x, const aclTensor* rowIdx,
                                                          const aclTensor* expertIdx, int64_t activeNum,
                                                          const aclTensor* expandedXOut,
                                                          const aclTensor* expandedRowIdxOut,
                                                          const aclTensor* expandedExpertIdxOut,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMoeInitRouting. */
ACLNN_API aclnnStatus aclnnMoeInitRouting(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_INIT_ROUTING_H_ */
