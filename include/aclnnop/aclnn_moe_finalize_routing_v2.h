/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeFinalizeRoutingV2: rows of experts summed up for their tokens, in any order. */

#ifndef ACLNNOP_ACLNN_MOE_FINALIZE_ROUTING_V2_H_
#define ACLNNOP_ACLNN_MOE_FINALIZE_ROUTING_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeFinalizeRoutingV2: aclnnMoeFinalizeRouting, in which summands are optional. A bias counts even if
 * its copy was dropped.
 *
 * @param[in] expandedX  [rows, hidden], with dropPadMode 1 and 3 [experts, capacity, hidden]; FLOAT, FLOAT16,
 *     BFLOAT16
 * @param[in] expandedRowIdx  [n * k], INT32: the row of copy j of token i is at j * n + i with dropPadMode 0
 *     and 1, at i * k + j with 2 and 3; -1: the copy was dropped
 * @param[in] x1Optional  [n, hidden], type of expandedX; NULL: none
 * @param[in] x2Optional  the same; requires x1Optional
 * @param[in] biasOptional  [experts, hidden], type of expandedX; NULL: none
 * @param[in] scalesOptional  [n, k]; FLOAT, FLOAT16, BFLOAT16; NULL: 1
 * @param[in] expertIdxOptional  [n, k], INT32; required with a bias
 * @param[in] dropPadMode  0 to 3
 * @param[out] out  [n, hidden], type of expandedX
 * @return 507035 if there is a bias and an element of expertIdxOptional is not in [0, experts)
 */
ACLNN_API aclnnStatus aclnnMoeFinalizeRoutingV2GetWorkspaceSize(
    const aclTensor* expandedX, const aclTensor* expandedRowIdx, const aclTensor* x1Optional,
    const aclTensor* x2Optional, const aclTensor* biasOptional, const aclTensor* scalesOptional,
    const aclTensor* expertIdxOptional, int64_t dropPadMode, const aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnMoeFinalizeRoutingV2. */
ACLNN_API aclnnStatus aclnnMoeFinalizeRoutingV2(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_FINALIZE_ROUTING_V2_H_ */
