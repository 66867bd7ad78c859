/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnGeGluBackward, aclnnGeGluV3Backward: gradients of aclnnGeGlu and aclnnGeGluV3.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type.
 * Shapes: 1 to 8 dimensions. A and B are the halves of the input along dim.
 */

#ifndef ACLNNOP_ACLNN_GEGLU_BACKWARD_H_
#define ACLNNOP_ACLNN_GEGLU_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGeGluBackward: gradInput = gradOutput gelu for A, and gradOutput A times the derivative of GELU for B.
 *
 * @param[in] gradOutput  gradient of the forward output; of that shape
 * @param[in] self  forward input, A and B side by side along dim
 * @param[in] gelu  the forward outGelu
 * @param[in] dim  dimension that is split in half
 * @param[in] approximate  0: GELU with erf, 1: GELU with tanh
 * @param[out] gradInput  gradient for self; its shape
 * @return 161002 if the size of dim is odd
 */
ACLNN_API aclnnStatus aclnnGeGluBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                         const aclTensor* gelu, int64_t dim,
                                                         int64_t approximate, aclTensor* gradInput,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGeGluBackward. */
ACLNN_API aclnnStatus aclnnGeGluBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

/**
 * aclnnGeGluV3Backward: out = gradOutput gelu for the half without GELU, and gradOutput times that half times
 * the derivative of GELU for the other half.
 *
 * @param[in] gradOutput  gradient of the forward output; of that shape
 * @param[in] self  forward input, A and B side by side along dim
 * @param[in] gelu  the forward outGelu
 * @param[in] dim  dimension that is split in half
 * @param[in] approximate  0: GELU with erf, 1: GELU with tanh
 * @param[in] activateLeft  whether GELU is applied to A
 * @param[out] gradInput  gradient for self; its shape
 * @return 161002 if the size of dim is odd
 */
ACLNN_API aclnnStatus aclnnGeGluV3BackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                           const aclTensor* gelu, int64_t dim,
                                                           int64_t approximate, bool activateLeft,
                                                           aclTensor* gradInput, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);
/** Phase two of aclnnGeGluV3Backward. */
ACLNN_API aclnnStatus aclnnGeGluV3Backward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GEGLU_BACKWARD_H_ */
