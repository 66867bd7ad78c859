/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeInitRoutingV3: tokens copied into the order of some experts, quantized or not. */

#ifndef ACLNNOP_ACLNN_MOE_INIT_ROUTING_V3_H_
#define ACLNNOP_ACLNN_MOE_INIT_ROUTING_V3_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeInitRoutingV3: a copy of each token for each of its experts in activeExpertRangeOptional, sorted by
 * expert, stably; m copies in all. Rows of expandedXOut from m on are 0.
 *
 * @param[in] x  [n, hidden]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] expertIdx  [n, k] or [n], INT32 or INT64, from 0 to expertNum - 1
 * @param[in] scaleOptional  FLOAT; with quantMode -1 [n], which is copied as x is; with 0 one element; with 1
 *     factors of x, [1, hidden] or [experts of the range, hidden]; NULL: none
 * @param[in] offsetOptional  FLOAT, one element, with quantMode 0; NULL: 0
 * @param[in] activeNum  rows of expandedXOut with dropPadMode 0, at most n * k; 0 or less: n * k
 * @param[in] expertCapacity  rows of each expert with dropPadMode 1
 * @param[in] expertNum  experts, 1 or more
 * @param[in] dropPadMode  0, or 1 as in aclnnMoeInitRoutingV2
 * @param[in] expertTokensNumType  0: where the copies of each expert end; 1: how many it has; 2: pairs of
 *     experts that have copies and their numbers, then zeros
 * @param[in] expertTokensNumFlag  whether these are written
 * @param[in] quantMode  -1: none; 0: x * scale + offset; 1: a scale for each row, as aclnnDynamicQuant
 * @param[in] activeExpertRangeOptional  first expert and the one after the last; NULL or empty: all
 * @param[in] rowIdxType  0: expandedRowIdxOut is the row of each copy, -1 if it has none; 1: the copy of each
 *     row, then -1
 * @param[out] expandedXOut  [rows, hidden] or [expertNum, expertCapacity, hidden]; type of x, or INT8
 * @param[out] expandedRowIdxOut  [n * k], INT32
 * @param[out] expertTokensCountOrCumsumOut  [experts of the range], or [expertNum, 2] with type 2; INT64;
 *     NULL without the flag
 * @param[out] expandedScaleOut  one element for each row, FLOAT, with quantMode 1, or -1 and scales;
 *     otherwise not used
 * @return 507035 for an expert that does not exist
 */
ACLNN_API aclnnStatus aclnnMoeInitRoutingV3GetWorkspaceSize(
    const aclTensor* x, const aclTensor* expertIdx, const aclTensor* scaleOptional,
    const aclTensor* offsetOptional, int64_t activeNum, int64_t expertCapacity, int64_t expertNum,
    int64_t dropPadMode, int64_t expertTokensNumType, bool expertTokensNumFlag, int64_t quantMode,
    const aclIntArray* activeExpertRangeOptional, int64_t rowIdxType, const aclTensor* expandedXOut,
    const aclTensor* expandedRowIdxOut, const aclTensor* expertTokensCountOrCumsumOut,
    const aclTensor* expandedScaleOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMoeInitRoutingV3. */
ACLNN_API aclnnStatus aclnnMoeInitRoutingV3(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_INIT_ROUTING_V3_H_ */
