/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeInitRoutingQuantV2: tokens copied into the order of their experts, quantized. */

#ifndef ACLNNOP_ACLNN_MOE_INIT_ROUTING_QUANT_V2_H_
#define ACLNNOP_ACLNN_MOE_INIT_ROUTING_QUANT_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeInitRoutingQuantV2: aclnnMoeInitRoutingV2, whose copies are quantized to INT8: with one scale and
 * offset, x * scale + offset, or with a scale for each row, as aclnnDynamicQuant does. Rows without a copy
 * are 0.
 *
 * @param[in] x  [n, hidden]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] expertIdx  [n, k] or [n], INT32 or INT64
 * @param[in] scaleOptional  FLOAT; with quantMode 0 one element; with 1 factors of x, [1, hidden] or
 *     [expertNum, hidden], or NULL
 * @param[in] offsetOptional  FLOAT, one element, with quantMode 0; NULL: 0
 * @param[in] activeNum  as aclnnMoeInitRoutingV2
 * @param[in] expertCapacity  as aclnnMoeInitRoutingV2
 * @param[in] expertNum  as aclnnMoeInitRoutingV2
 * @param[in] dropPadMode  0 or 1
 * @param[in] expertTokensCountOrCumsumFlag  0, 1 or 2
 * @param[in] expertTokensBeforeCapacityFlag  as aclnnMoeInitRoutingV2
 * @param[in] quantMode  0: one scale; 1: a scale for each row
 * @param[out] expandedXOut  [rows, hidden] or [expertNum, expertCapacity, hidden], INT8
 * @param[out] expandedRowIdxOut  [n * k], INT32
 * @param[out] expertTokensCountOrCumsumOut  [expertNum], INT32; NULL if nothing is counted
 * @param[out] expertTokensBeforeCapacityOut  [expertNum], INT32; NULL if it is not asked for
 * @param[out] expandedScaleOut  one element for each row of expandedXOut, FLOAT, with quantMode 1; otherwise
 *     not used
 * @return 507035 for an expert that does not exist
 */
ACLNN_API aclnnStatus aclnnMoeInitRoutingQuantV2GetWorkspaceSize(
    const aclTensor* x, const aclTensor* expertIdx, const aclTensor* scaleOptional,
    const aclTensor* offsetOptional, int64_t activeNum, int64_t expertCapacity, int64_t expertNum,
    int64_t dropPadMode, int64_t expertTokensCountOrCumsumFlag, bool expertTokensBeforeCapacityFlag,
    int64_t quantMode, const aclTensor* expandedXOut, const aclTensor* expandedRowIdxOut,
    const aclTensor* expertTokensCountOrCumsumOut, const aclTensor* expertTokensBeforeCapacityOut,
    const aclTensor* expandedScaleOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMoeInitRoutingQuantV2. */
ACLNN_API aclnnStatus aclnnMoeInitRoutingQuantV2(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_INIT_ROUTING_QUANT_V2_H_ */
