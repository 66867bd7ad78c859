/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGRUBackward: gradients of gated recurrent units. */

#ifndef ACLNNOP_ACLNN_GRU_BACKWARD_H_
#define ACLNNOP_ACLNN_GRU_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGRUBackward: the gradients of aclnnGRU for its input, its first state and its parameters, from those of its
 * output and hy.
 * Types: FLOAT, FLOAT16, BFLOAT16, the same for all tensors. All is computed from what the forward operator has written,
 * in FLOAT, and rounded once.
 *
 * @param[in] input  that of the forward operator
 * @param[in] params  that of the forward operator
 * @param[in] hx  that of the forward operator; may be NULL: zeros
 * @param[in] dy  gradient of output; may be NULL, as the next ones: zeros
 * @param[in] dh  gradient of hy
 * @param[in] r  rOut of the forward operator; the following lists likewise
 * @param[in] z  zOut
 * @param[in] n  nOut
 * @param[in] hn  hnOut
 * @param[in] h  hOut
 * @param[in] batchSizes  must be NULL
 * @param[in] hasBias  whether params has biases
 * @param[in] numLayers  number of layers, from 1 to 65536
 * @param[in] bidirection  whether there are two directions
 * @param[in] batchFirst  whether input, dy and dxOut begin with the batch
 * @param[out] dxOut  gradient for input
 * @param[out] dhPrevOut  gradient for the first h, [layers * directions, B, H]
 * @param[out] dparamsOut  gradients for params
 * @return 161002 if batchSizes is given
 */
ACLNN_API aclnnStatus aclnnGRUBackwardGetWorkspaceSize(
    const aclTensor* input, const aclTensorList* params, const aclTensor* hx, const aclTensor* dy,
    const aclTensor* dh, const aclTensorList* r, const aclTensorList* z, const aclTensorList* n,
    const aclTensorList* hn, const aclTensorList* h, const aclTensor* batchSizes, bool hasBias,
    int64_t numLayers, bool bidirection, bool batchFirst, aclTensor* dxOut, aclTensor* dhPrevOut,
    aclTensorList* dparamsOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGRUBackward. */
ACLNN_API aclnnStatus aclnnGRUBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GRU_BACKWARD_H_ */
