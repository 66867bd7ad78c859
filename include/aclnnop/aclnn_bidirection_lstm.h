/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnBidirectionLSTM: one layer of long short-term memory, in one direction or both. */

#ifndef ACLNNOP_ACLNN_BIDIRECTION_LSTM_H_
#define ACLNNOP_ACLNN_BIDIRECTION_LSTM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBidirectionLSTM: one layer of long short-term memory, in one direction or both. States and gates are those of
 * aclnnLSTM: the weights of i, f, g, o are below one another, as PyTorch has them.
 * Types: FLOAT, FLOAT16, the same for all tensors. States are FLOAT between the steps, and each result is rounded
 * once. Source: PyTorch's torch.nn.LSTM.
 *
 * @param[in] x  [T, B, input]
 * @param[in] initH  the first h, [directions, B, H]
 * @param[in] initC  the first c, [directions, B, H]
 * @param[in] wIh  weight of the input, [4 * H, input]
 * @param[in] wHh  weight of the hidden state, [4 * H, H]
 * @param[in] bIhOptional  [4 * H]; this and the next one are used only with isbias, and may be NULL without it
 * @param[in] bHhOptional  [4 * H]
 * @param[in] wIhReverseOptional  as wIh; this and the following ones are those of the reverse direction, are used only with
 *     bidirection, and may be NULL without it
 * @param[in] wHhReverseOptional  as wHh
 * @param[in] bIhReverseOptional  as bIhOptional
 * @param[in] bHhReverseOptional  as bHhOptional
 * @param[in] numLayers  1
 * @param[in] isbias  whether there are biases
 * @param[in] batchFirst  false
 * @param[in] bidirection  whether there is a reverse direction
 * @param[out] y  h of each step, [T, B, directions * H]
 * @param[out] outputH  the last h, as initH
 * @param[out] outputC  the last c, as initC
 */
ACLNN_API aclnnStatus aclnnBidirectionLSTMGetWorkspaceSize(
    const aclTensor* x, const aclTensor* initH, const aclTensor* initC, const aclTensor* wIh,
    const aclTensor* wHh, const aclTensor* bIhOptional, const aclTensor* bHhOptional,
    const aclTensor* wIhReverseOptional, const aclTensor* wHhReverseOptional,
    const aclTensor* bIhReverseOptional, const aclTensor* bHhReverseOptional, int64_t numLayers, bool isbias,
    bool batchFirst, bool bidirection, aclTensor* y, aclTensor* outputH, aclTensor* outputC,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnBidirectionLSTM. */
ACLNN_API aclnnStatus aclnnBidirectionLSTM(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BIDIRECTION_LSTM_H_ */
