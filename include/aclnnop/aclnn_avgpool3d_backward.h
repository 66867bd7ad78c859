/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAvgPool3dBackward: gradient of average pooling of volumes. */

#ifndef ACLNNOP_ACLNN_AVGPOOL3D_BACKWARD_H_
#define ACLNNOP_ACLNN_AVGPOOL3D_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAvgPool3dBackward: the gradient of aclnnAvgPool3d.
 *
 *     output[n, c, z, y, x] = sum of gradOutput[n, c, d, i, j] / divisor over the windows that hold z, y, x
 *
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] gradOutput  gradient of the output, [N, C, Do, Ho, Wo] or [C, Do, Ho, Wo]
 * @param[in] self  [N, C, D, H, W] or [C, D, H, W]; only its shape and type matter
 * @param[in] kernelSize  as of the forward operator
 * @param[in] stride  as of the forward operator
 * @param[in] padding  as of the forward operator
 * @param[in] ceilMode  as of the forward operator
 * @param[in] countIncludePad  as of the forward operator
 * @param[in] divisorOverride  as of the forward operator
 * @param[out] output  gradient for self, its shape and type
 */
ACLNN_API aclnnStatus aclnnAvgPool3dBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclIntArray* kernelSize,
    const aclIntArray* stride, const aclIntArray* padding, bool ceilMode, bool countIncludePad,
    int64_t divisorOverride, aclTensor* output, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAvgPool3dBackward. */
ACLNN_API aclnnStatus aclnnAvgPool3dBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_AVGPOOL3D_BACKWARD_H_ */
