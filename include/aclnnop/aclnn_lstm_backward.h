/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnLstmBackward: gradients of long short-term memory. */

#ifndef ACLNNOP_ACLNN_LSTM_BACKWARD_H_
#define ACLNNOP_ACLNN_LSTM_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLstmBackward: the gradients of aclnnLSTM for its input, its first states and its parameters, from those of its
 * output, hy and cy.
 * Types: FLOAT, FLOAT16, BFLOAT16, the same for all tensors; batchSizesOptional INT64 or INT32. All is computed from
 * what the forward operator has written, in FLOAT, and rounded once.
 *
 * @param[in] input  that of the forward operator
 * @param[in] hx  that of the forward operator; may be NULL or empty: zeros
 * @param[in] params  that of the forward operator
 * @param[in] dy  gradient of output; may be NULL, as the next ones: zeros
 * @param[in] dh  gradient of hy
 * @param[in] dc  gradient of cy
 * @param[in] i  iOut of the forward operator; the following lists likewise
 * @param[in] g  jOut
 * @param[in] f  fOut
 * @param[in] o  oOut
 * @param[in] h  hOut
 * @param[in] c  cOut
 * @param[in] tanhc  tanhCOut
 * @param[in] batchSizesOptional  that of the forward operator; may be NULL
 * @param[in] hasBias  whether params has biases
 * @param[in] numLayers  number of layers, from 1 to 65536
 * @param[in] dropout  has no effect
 * @param[in] train  has no effect
 * @param[in] bidirectional  whether there are two directions
 * @param[in] batchFirst  whether input, dy and dxOut begin with the batch
 * @param[in] outputMask  has no effect: all gradients are computed; may be NULL
 * @param[out] dxOut  gradient for input
 * @param[out] dhPrevOut  gradient for the first h, [layers * directions, B, H]
 * @param[out] dcPrevOut  gradient for the first c
 * @param[out] dparamsOut  gradients for params; the two biases of a direction have the same
 */
ACLNN_API aclnnStatus aclnnLstmBackwardGetWorkspaceSize(
    const aclTensor* input, const aclTensorList* hx, const aclTensorList* params, const aclTensor* dy,
    const aclTensor* dh, const aclTensor* dc, const aclTensorList* i, const aclTensorList* g,
    const aclTensorList* f, const aclTensorList* o, const aclTensorList* h, const aclTensorList* c,
    const aclTensorList* tanhc, const aclTensor* batchSizesOptional, bool hasBias, int64_t numLayers,
    double dropout, bool train, bool bidirectional, bool batchFirst, const aclBoolArray* outputMask,
    aclTensor* dxOut, aclTensor* dhPrevOut, aclTensor* dcPrevOut, aclTensorList* dparamsOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnLstmBackward. */
ACLNN_API aclnnStatus aclnnLstmBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LSTM_BACKWARD_H_ */
