/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnThnnFusedLstmCellBackward: gradients of one step of long short-term memory. */

#ifndef ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_BACKWARD_H_
#define ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnThnnFusedLstmCellBackward: the gradients of aclnnThnnFusedLstmCell for the sums of the gates, for cx and for a
 * bias. A gradient that is NULL means zeros.
 * Types: FLOAT, FLOAT16, BFLOAT16, the same for all tensors.
 *
 * @param[in] gradHyOptional  [B, H], gradient of hyOut; may be NULL
 * @param[in] gradCOptional  [B, H], gradient of cyOut; may be NULL
 * @param[in] cx  [B, H], that of the forward operator
 * @param[in] cy  [B, H], cyOut of the forward operator
 * @param[in] storage  [B, 4 * H], storageOut of the forward operator
 * @param[in] hasBias  whether gradBiasOut is asked for
 * @param[out] gradGatesOut  [B, 4 * H]
 * @param[out] gradCxOut  [B, H]
 * @param[out] gradBiasOut  [4 * H], the sum of gradGatesOut over the batch; without hasBias it is not used, and may
 * be NULL
 */
ACLNN_API aclnnStatus aclnnThnnFusedLstmCellBackwardGetWorkspaceSize(
    const aclTensor* gradHyOptional, const aclTensor* gradCOptional, const aclTensor* cx, const aclTensor* cy,
    const aclTensor* storage, bool hasBias, aclTensor* gradGatesOut, aclTensor* gradCxOut,
    aclTensor* gradBiasOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnThnnFusedLstmCellBackward. */
ACLNN_API aclnnStatus aclnnThnnFusedLstmCellBackward(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_BACKWARD_H_ */
