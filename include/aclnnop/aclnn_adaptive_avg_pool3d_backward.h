/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAdaptiveAvgPool3dBackward: gradient of average pooling of volumes to a given size. */

#ifndef ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL3D_BACKWARD_H_
#define ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL3D_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAdaptiveAvgPool3dBackward: the gradient of aclnnAdaptiveAvgPool3d.
 *
 *     out[n, c, z, y, x] = sum of gradOutput[n, c, d, i, j] / positions over the windows that hold z, y, x
 *
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] gradOutput  gradient of the output, [N, C, Do, Ho, Wo] or [C, Do, Ho, Wo]
 * @param[in] self  [N, C, D, H, W] or [C, D, H, W]; only its shape and type matter
 * @param[out] out  gradient for self, its shape and type
 */
ACLNN_API aclnnStatus aclnnAdaptiveAvgPool3dBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                                     const aclTensor* self, aclTensor* out,
                                                                     uint64_t* workspaceSize,
                                                                     aclOpExecutor** executor);
/** Phase two of aclnnAdaptiveAvgPool3dBackward. */
ACLNN_API aclnnStatus aclnnAdaptiveAvgPool3dBackward(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL3D_BACKWARD_H_ */
