/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeInitRoutingV2: tokens copied into the order of their experts, or into places of them. */

#ifndef ACLNNOP_ACLNN_MOE_INIT_ROUTING_V2_H_
#define ACLNNOP_ACLNN_MOE_INIT_ROUTING_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeInitRoutingV2: a copy of each token for each of its experts, sorted by expert, stably. Copy p =
 * token * k + j goes to row expandedRowIdxOut[p] of expandedXOut. With dropPadMode 1 each expert has
 * expertCapacity rows; its later copies are dropped, and expandedRowIdxOut is -1. Rows without a copy are 0.
 *
 * @param[in] x  [n, hidden]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] expertIdx  [n, k] or [n], INT32 or INT64, from 0 to expertNum - 1
 * @param[in] activeNum  rows of expandedXOut with dropPadMode 0, at most n * k; 0 or less: n * k
 * @param[in] expertCapacity  with dropPadMode 1: 1 or more
 * @param[in] expertNum  experts; 0 if neither dropPadMode nor a count needs it
 * @param[in] dropPadMode  0 or 1
 * @param[in] expertTokensCountOrCumsumFlag  0: none; 1: where the copies of each expert end; 2: how many it
 *     has
 * @param[in] expertTokensBeforeCapacityFlag  whether copies are counted before some are dropped, with
 *     dropPadMode 1
 * @param[out] expandedXOut  [rows, hidden] or [expertNum, expertCapacity, hidden], type of x
 * @param[out] expandedRowIdxOut  [n * k], INT32
 * @param[out] expertTokensCountOrCumsumOut  [expertNum], INT32; NULL if nothing is counted
 * @param[out] expertTokensBeforeCapacityOut  [expertNum], INT32; NULL if it is not asked for
 * @return 507035 for an expert that does not exist
 */
ACLNN_API aclnnStatus aclnnMoeInitRoutingV2GetWorkspaceSize(
    const aclTensor* x, const aclTensor* expertIdx, int64_t activeNum, int64_t expertCapacity,
    int64_t expertNum, int64_t dropPadMode, int64_t expertTokensCountOrCumsumFlag,
    bool expertTokensBeforeCapacityFlag, const aclTensor* expandedXOut, const aclTensor* expandedRowIdxOut,
    const aclTensor* expertTokensCountOrCumsumOut, const aclTensor* expertTokensBeforeCapacityOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMoeInitRoutingV2. */
ACLNN_API aclnnStatus aclnnMoeInitRoutingV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_INIT_ROUTING_V2_H_ */
