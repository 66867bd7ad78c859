/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMaxPool3dWithArgmaxBackward: gradient of max pooling of volumes.
 */

#ifndef ACLNNOP_ACLNN_MAX_POOL3D_WITH_ARGMAX_BACKWARD_H_
#define ACLNNOP_ACLNN_MAX_POOL3D_WITH_ARGMAX_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMaxPool3dWithArgmaxBackward: the gradient of aclnnMaxPool3dWithArgmax.
 *
 *     gradInput[n, c, i] = sum of those gradOutput[n, c, ...] whose index is i
 *
 * An index outside the volume fails phase two before anything is written.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] gradOutput  gradient of the output, [N, C, Do, Ho, Wo] or [C, Do,
 * Ho, Wo]
 * @param[in] self  [N, C, D, H, W] or [C, D, H, W]; only its shape and type
 * matter
 * @param[in] indices  INT32 or INT64, shape of gradOutput
 * @param[in] kernelSize  as of the forward operator
 * @param[in] stride  as of the forward operator
 * @param[in] padding  as of the forward operator
 * @param[in] dilation  as of the forward operator
 * @param[in] ceilMode  as of the forward operator
 * @param[out] gradInput  gradient for self, its shape and type
 */
ACLNN_API aclnnStatus aclnnMaxPool3dWithArgmaxBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* indices,
    const aclIntArray* kernelSize, const aclIntArray* stride, const aclIntArray* padding,
    const aclIntArray* dilation, bool ceilMode, aclTensor* gradInput, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnMaxPool3dWithArgmaxBackward. */
ACLNN_API aclnnStatus aclnnMaxPool3dWithArgmaxBackward(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MAX_POOL3D_WITH_ARGMAX_BACKWARD_H_ */
