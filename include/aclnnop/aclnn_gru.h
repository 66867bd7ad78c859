/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGRU: gated recurrent units. */

#ifndef ACLNNOP_ACLNN_GRU_H_
#define ACLNNOP_ACLNN_GRU_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGRU: for each step, layer and direction, with x the layer's input and h the state of the step before,
 * r = sigmoid(Wr x + br + Vr h + dr), and likewise z; n = tanh(Wn x + bn + r * (Vn h + dn));
 * h' = (1 - z) * n + z * h. The input of a layer above the first is h' of the layer below, both directions side by
 * side. The reverse direction goes from the last step to the first.
 * Types: FLOAT, FLOAT16, BFLOAT16, the same for all tensors. States are FLOAT between the steps, and each result is
 * rounded once. The weights of r, z, n are below one another, as PyTorch has them. Source: PyTorch's torch.nn.GRU.
 *
 * @param[in] input  [T, B, input], or [B, T, input] with batchFirst
 * @param[in] params  of each layer and direction: W [3 * H, input], V [3 * H, H] and, with hasBias, b and d [3 * H];
 * the input of a layer above the first has H elements for each direction
 * @param[in] hx  the first h, [layers * directions, B, H]; may be NULL: zeros
 * @param[in] batchSizes  must be NULL
 * @param[in] hasBias  whether params has biases
 * @param[in] numLayers  number of layers, from 1 to 65536
 * @param[in] dropout  has no effect
 * @param[in] train  whether the lists are written
 * @param[in] bidirection  whether there are two directions
 * @param[in] batchFirst  whether input and output begin with the batch
 * @param[out] output  h' of the last layer, [T, B, directions * H], or with batchFirst [B, T, directions * H]
 * @param[out] hy  the last h', as hx
 * @param[out] rOut  r of each layer and direction, each [T, B, H]; this and the following lists may be NULL or empty
 * @param[out] zOut  z
 * @param[out] nOut  n
 * @param[out] hnOut  Vn h + dn
 * @param[out] hOut  h'
 * @return 161002 if batchSizes is given
 */
ACLNN_API aclnnStatus aclnnGRUGetWorkspaceSize(const aclTensor* input, const aclTensorList* params,
                                               const aclTensor* hx, const aclTensor* batchSizes, bool hasBias,
                                               int64_t numLayers, double dropout, bool train,
                                               bool bidirection, bool batchFirst, aclTensor* output,
                                               aclTensor* hy, aclTensorList* rOut, aclTensorList* zOut,
                                               aclTensorList* nOut, aclTensorList* hnOut, aclTensorList* hOut,
                                               uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGRU. */
ACLNN_API aclnnStatus aclnnGRU(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GRU_H_ */
