/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeInitRoutingV2Grad: gradient of copies of tokens. */

#ifndef ACLNNOP_ACLNN_MOE_INIT_ROUTING_V2_GRAD_H_
#define ACLNNOP_ACLNN_MOE_INIT_ROUTING_V2_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeInitRoutingV2Grad: out[i] = the sum over j of gradExpandedX[expandedRowIdx[i * topK + j]]. Sums are
 * computed in float32, in ascending j, and rounded once.
 *
 * @param[in] gradExpandedX  [rows, hidden], with dropPadMode 1 [experts, capacity, hidden]; FLOAT, FLOAT16,
 *     BFLOAT16
 * @param[in] expandedRowIdx  [n * topK], INT32; what names no row means zeros
 * @param[in] topK  copies of a token, 1 or more
 * @param[in] dropPadMode  0 or 1
 * @param[in] activeNum  with dropPadMode 0, rows from this one on mean zeros; 0 or less: none
 * @param[out] out  [n, hidden], type of gradExpandedX
 */
ACLNN_API aclnnStatus aclnnMoeInitRoutingV2GradGetWorkspaceSize(const aclTensor* gradExpandedX,
                                                                const aclTensor* expandedRowIdx, int64_t topK,
                                                                int64_t dropPadMode, int64_t activeNum,
                                                                const aclTensor* out, uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);
/** Phase two of aclnnMoeInitRoutingV2Grad. */
ACLNN_API aclnnStatus aclnnMoeInitRoutingV2Grad(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_INIT_ROUTING_V2_GRAD_H_ */
