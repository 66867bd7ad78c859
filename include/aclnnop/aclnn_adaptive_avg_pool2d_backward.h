/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAdaptiveAvgPool2dBackward: gradient of adaptive average pooling. */

#ifndef ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL2D_BACKWARD_H_
#define ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL2D_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAdaptiveAvgPool2dBackward: the gradient of aclnnAdaptiveAvgPool2d.
 *
 *     out[n, c, y, x] = sum of gradOutput[n, c, i, j] / (places of the window) over the windows i, j
 *                       that hold y, x
 *
 * The windows are those of aclnnAdaptiveAvgPool2d.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Arithmetic: sums of up to 16 terms at a time, which are then
 * added.
 *
 * @param[in] gradOutput  gradient of the output, [N, C, Ho, Wo] or [C, Ho, Wo], type of self
 * @param[in] self  forward input, [N, C, H, W] or [C, H, W], H and W from 1 to 2^24 - 1; only its shape is
 *     used
 * @param[out] out  gradient for self; its shape and type
 * @return 161002 if H or W of gradOutput is 2^24 or more
 */
ACLNN_API aclnnStatus aclnnAdaptiveAvgPool2dBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                                     const aclTensor* self, aclTensor* out,
                                                                     uint64_t* workspaceSize,
                                                                     aclOpExecutor** executor);
/** Phase two of aclnnAdaptiveAvgPool2dBackward. */
ACLNN_API aclnnStatus aclnnAdaptiveAvgPool2dBackward(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL2D_BACKWARD_H_ */
