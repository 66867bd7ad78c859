/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeFinalizeRoutingV2Grad: gradients of sums of rows of experts. */

#ifndef ACLNNOP_ACLNN_MOE_FINALIZE_ROUTING_V2_GRAD_H_
#define ACLNNOP_ACLNN_MOE_FINALIZE_ROUTING_V2_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeFinalizeRoutingV2Grad: the gradients of aclnnMoeFinalizeRoutingV2 with dropPadMode 2 or 3. With
 * copy p = token * k + j and its row r = expandedRowIdx[p]:
 *
 *     gradExpandedX[r] = scales[p] * gradY[token],  gradScales[p] = (expandedX[r] + bias[expertIdx[p]]) *
 *     gradY[token], summed
 *
 * Rows without a copy are 0. gradScales of a copy without a row has the part of the bias only. Sums are
 * computed in float64.
 *
 * @param[in] gradY  [n, hidden]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] expandedRowIdx  [n * k], INT32
 * @param[in] expandedXOptional  shape of gradExpandedX, type of gradY; required with scales
 * @param[in] scalesOptional  [n, k]; FLOAT, FLOAT16, BFLOAT16; NULL: 1, and gradScales is not written
 * @param[in] expertIdxOptional  [n, k], INT32; required with scales and a bias
 * @param[in] biasOptional  [experts, hidden], type of gradY; NULL: none
 * @param[in] dropPadMode  0: gradExpandedX is [rows, hidden]; 1: [experts, capacity, hidden]
 * @param[in] activeNum  not used: gradExpandedX has these rows
 * @param[in] expertNum  not used
 * @param[in] expertCapacity  not used
 * @param[out] gradExpandedX  type of gradY
 * @param[out] gradScales  shape and type of scalesOptional
 * @return 507035 if there is a bias and an element of expertIdxOptional is not in [0, experts)
 */
ACLNN_API aclnnStatus aclnnMoeFinalizeRoutingV2GradGetWorkspaceSize(
    const aclTensor* gradY, const aclTensor* expandedRowIdx, const aclTensor* expandedXOptional,
    const aclTensor* scalesOptional, const aclTensor* expertIdxOptional, const aclTensor* biasOptional,
    int64_t dropPadMode, int64_t activeNum, int64_t expertNum, int64_t expertCapacity,
    const aclTensor* gradExpandedX, const aclTensor* gradScales, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnMoeFinalizeRoutingV2Grad. */
ACLNN_API aclnnStatus aclnnMoeFinalizeRoutingV2Grad(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_FINALIZE_ROUTING_V2_GRAD_H_ */
