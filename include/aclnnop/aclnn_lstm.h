/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnLSTM: long short-term memory. */

#ifndef ACLNNOP_ACLNN_LSTM_H_
#define ACLNNOP_ACLNN_LSTM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLSTM: for each step t, layer and direction, with x the layer's input and h, c the states of the step before,
 * i = sigmoid(Wi x + bi + Vi h + di), and likewise f and o; g = tanh(Wg x + bg + Vg h + dg);
 * c' = f * c + i * g; h' = o * tanh(c'). The input of a layer above the first is h' of the layer below, both
 * directions side by side. The reverse direction goes from the last step to the first.
 * Types: FLOAT, FLOAT16, BFLOAT16, the same for all tensors; batchSizes INT64 or INT32. States are FLOAT between the
 * steps, and each result is rounded once. The weights of i, f, g, o are below one another, as PyTorch has them. A
 * sequence that has ended keeps its states; output and the lists are 0 there. If batchSizes holds a negative number,
 * one above the batch or above the number before it, nothing is written, and the next synchronize returns 507035.
 * Source: PyTorch's torch.nn.LSTM.
 *
 * @param[in] input  [T, B, input], or [B, T, input] with batchFirst; with batchSizes also [T * B, input]
 * @param[in] params  of each layer and direction: W [4 * H, input], V [4 * H, H] and, with hasBias, b and d [4 * H];
 * the input of a layer above the first has H elements for each direction
 * @param[in] hx  the first h and c, each [layers * directions, B, H]; may be NULL or empty: zeros
 * @param[in] batchSizes  [T], how many sequences have each step, the longest first; may be NULL: all
 * @param[in] hasBias  whether params has biases
 * @param[in] numLayers  number of layers, from 1 to 65536
 * @param[in] dropout  has no effect
 * @param[in] train  whether the lists are written
 * @param[in] bidirectional  whether there are two directions
 * @param[in] batchFirst  whether input and output begin with the batch
 * @param[out] output  h' of the last layer, [T, B, directions * H], or with batchFirst [B, T, directions * H]
 * @param[out] hy  the last h', as hx
 * @param[out] cy  the last c', as hx
 * @param[out] iOut  i of each layer and direction, each [T, B, H]; this and the following lists may be NULL or empty
 * @param[out] jOut  g
 * @param[out] fOut  f
 * @param[out] oOut  o
 * @param[out] hOut  h'
 * @param[out] cOut  c'
 * @param[out] tanhCOut  tanh(c')
 */
ACLNN_API aclnnStatus aclnnLSTMGetWorkspaceSize(
    const aclTensor* input, const aclTensorList* params, const aclTensorList* hx, const aclTensor* batchSizes,
    bool hasBias, int64_t numLayers, double dropout, bool train, bool bidirectional, bool batchFirst,
    aclTensor* output, aclTensor* hy, aclTensor* cy, aclTensorList* iOut, aclTensorList* jOut,
    aclTensorList* fOut, aclTensorList* oOut, aclTensorList* hOut, aclTensorList* cOut,
    aclTensorList* tanhCOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnLSTM. */
ACLNN_API aclnnStatus aclnnLSTM(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LSTM_H_ */
