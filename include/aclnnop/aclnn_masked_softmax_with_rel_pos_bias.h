/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMaskedSoftmaxWithRelPosBias: softmax of windows with a mask and a bias of positions. */

#ifndef ACLNNOP_ACLNN_MASKED_SOFTMAX_WITH_REL_POS_BIAS_H_
#define ACLNNOP_ACLNN_MASKED_SOFTMAX_WITH_REL_POS_BIAS_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMaskedSoftmaxWithRelPosBias: out = softmax(scaleValue * x + attenMaskOptional + relativePosBias) along the
 * last dimension. The B images have W windows each.
 * Types: FLOAT, FLOAT16, BFLOAT16; all tensors have one type. Arithmetic: in FLOAT, rounded once.
 * Source: Liu et al., "Swin Transformer", 2021.
 *
 * @param[in] x  [B, W, N, S1, S2] or [B * W, N, S1, S2]
 * @param[in] attenMaskOptional  [W, S1, S2], [W, 1, S1, S2] or [1, W, 1, S1, S2]; it is added. NULL: zeros
 * @param[in] relativePosBias  [N, S1, S2], [1, N, S1, S2] or [1, 1, N, S1, S2]
 * @param[in] scaleValue  factor of x
 * @param[in] innerPrecisionMode  0: FLOAT, 1: of FLOAT16 on the NPU, which changes nothing here
 * @param[out] out  shape of x
 */
ACLNN_API aclnnStatus aclnnMaskedSoftmaxWithRelPosBiasGetWorkspaceSize(
    const aclTensor* x, const aclTensor* attenMaskOptional, const aclTensor* relativePosBias,
    double scaleValue, int64_t innerPrecisionMode, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnMaskedSoftmaxWithRelPosBias. */
ACLNN_API aclnnStatus aclnnMaskedSoftmaxWithRelPosBias(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MASKED_SOFTMAX_WITH_REL_POS_BIAS_H_ */
