/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnThnnFusedLstmCell: one step of long short-term memory, from the sums of its gates. */

#ifndef ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_H_
#define ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnThnnFusedLstmCell: of s = inputGates + hiddenGates + both biases, whose columns are the sums of i, f, g, o side
 * by side, storageOut = sigmoid(s), of g tanh(s); cyOut = f * cx + i * g; hyOut = o * tanh(cyOut).
 * Types: FLOAT, FLOAT16, BFLOAT16, the same for all tensors. Source: PyTorch's torch.nn.LSTMCell, whose order the gates
 * have.
 *
 * @param[in] inputGates  [B, 4 * H], products of the input and its weight
 * @param[in] hiddenGates  [B, 4 * H], products of the hidden state and its weight
 * @param[in] cx  [B, H], the cell before
 * @param[in] inputBiasOptional  [4 * H]; both biases are given, or both NULL
 * @param[in] hiddenBiasOptional  [4 * H]
 * @param[out] hyOut  [B, H]
 * @param[out] cyOut  [B, H]
 * @param[out] storageOut  [B, 4 * H]
 * @return 161002 if one bias is NULL and the other is not
 */
ACLNN_API aclnnStatus aclnnThnnFusedLstmCellGetWorkspaceSize(
    const aclTensor* inputGates, const aclTensor* hiddenGates, const aclTensor* cx,
    const aclTensor* inputBiasOptional, const aclTensor* hiddenBiasOptional, aclTensor* hyOut,
    aclTensor* cyOut, aclTensor* storageOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnThnnFusedLstmCell. */
ACLNN_API aclnnStatus aclnnThnnFusedLstmCell(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_THNN_FUSED_LSTM_CELL_H_ */
