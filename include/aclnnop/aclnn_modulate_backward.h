/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnModulateBackward: gradients of sequences scaled and shifted by numbers of each image. */

#ifndef ACLNNOP_ACLNN_MODULATE_BACKWARD_H_
#define ACLNNOP_ACLNN_MODULATE_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnModulateBackward: the gradients of aclnnModulate: gradInput = gradOutput * (1 + scale), gradScale = the sum over
 * L of gradOutput * input, gradShift = the sum over L of gradOutput.
 * Types: FLOAT, FLOAT16, BFLOAT16; all tensors have one type. Sums are those of float64, in order.
 * Source: PyTorch's gradients of self * (1 + scale) + shift. A formula for gradInput without the 1 is also published; it
 * is not the gradient of aclnnModulate.
 *
 * @param[in] gradOutput  gradient of out, [B, L, D]
 * @param[in] input  self of the forward operator, [B, L, D]
 * @param[in] scaleOptional  [B, D] or [B, 1, D]; NULL: 0, and gradScale is ignored
 * @param[in] shiftOptional  [B, D] or [B, 1, D]; only its shape has an effect; NULL: gradShift is ignored
 * @param[out] gradInput  shape of input
 * @param[out] gradScale  shape of scaleOptional; may be NULL if that is NULL
 * @param[out] gradShift  shape of shiftOptional; may be NULL if that is NULL
 */
ACLNN_API aclnnStatus aclnnModulateBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* input, const aclTensor* scaleOptional,
    const aclTensor* shiftOptional, aclTensor* gradInput, aclTensor* gradScale, aclTensor* gradShift,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnModulateBackward. */
ACLNN_API aclnnStatus aclnnModulateBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MODULATE_BACKWARD_H_ */
