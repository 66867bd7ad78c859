/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeFinalizeRouting: rows of experts summed up for their tokens. */

#ifndef ACLNNOP_ACLNN_MOE_FINALIZE_ROUTING_H_
#define ACLNNOP_ACLNN_MOE_FINALIZE_ROUTING_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeFinalizeRouting: weighted sums of the rows that experts computed from the copies of tokens:
 *
 *     out[i] = x1[i] + x2[i] + sum over j of scales[i, j] * (expandedX[expandedRowIdx[j * n + i]] +
 *     bias[expertIdx[i, j]])
 *
 * Sums are computed in float32, in ascending j, and rounded once. An index that names no row means a row of
 * zeros.
 *
 * @param[in] expandedX  [rows, hidden]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] x1  [n, hidden], type of expandedX
 * @param[in] x2Optional  as x1; NULL: none
 * @param[in] bias  [experts, hidden], type of expandedX
 * @param[in] scales  [n, k]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] expandedRowIdx  [n * k], INT32, as aclnnMoeInitRouting returns it
 * @param[in] expertIdx  [n, k], INT32
 * @param[out] out  [n, hidden], type of expandedX
 * @return 507035 if an element of expertIdx is not in [0, experts)
 */
ACLNN_API aclnnStatus aclnnMoeFinalizeRoutingGetWorkspaceSize(
    const aclTensor* expandedX, const aclTensor* x1, const aclTensor* x2Optional, const aclTensor* bias,
    const aclTensor* scales, const aclTensor* expandedRowIdx, const aclTensor* expertIdx,
    const aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMoeFinalizeRouting. */
ACLNN_API aclnnStatus aclnnMoeFinalizeRouting(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_FINALIZE_ROUTING_H_ */
