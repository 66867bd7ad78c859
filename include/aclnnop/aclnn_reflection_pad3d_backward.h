/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnReflectionPad3dBackward: gradient of aclnnReflectionPad3d. */

#ifndef ACLNNOP_ACLNN_REFLECTION_PAD3D_BACKWARD_H_
#define ACLNNOP_ACLNN_REFLECTION_PAD3D_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnReflectionPad3dBackward: each element of gradInput is the sum of the gradients of all positions to
 * which aclnnReflectionPad3d copies that element of self; 0 if it is left out.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Arithmetic: float64, in row-major order of gradOutput, and rounded
 * once; what is the gradient of a single position is copied.
 *
 * @param[in] gradOutput  gradient of the padded tensor, of its shape
 * @param[in] self  forward input, [N, C, D, H, W] or [C, D, H, W], type of gradOutput; only its shape is
 *     used. N may be 0, no other size
 * @param[in] padding  as in the forward operator, [left, right, top, bottom, front, back]: the number of
 *     positions before and after, each less than the size of its dimension. Negative numbers remove elements;
 *     at least one position must be left
 * @param[out] gradInput  shape of self, type of gradOutput
 * @return 161002 if a value of padding is below -2^60 or above 2^60; no position of a dimension is left
 */
ACLNN_API aclnnStatus aclnnReflectionPad3dBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclIntArray* padding, aclTensor* gradInput,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnReflectionPad3dBackward. */
ACLNN_API aclnnStatus aclnnReflectionPad3dBackward(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_REFLECTION_PAD3D_BACKWARD_H_ */
