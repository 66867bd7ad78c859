/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAdaptiveMaxPool3dBackward: gradient of max pooling of volumes to a given size. */

#ifndef ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL3D_BACKWARD_H_
#define ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL3D_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAdaptiveMaxPool3dBackward: the gradient of aclnnAdaptiveMaxPool3d.
 *
 *     gradInput[n, c, i] = sum of those gradOutput[n, c, ...] whose index is i
 *
 * An index outside the volume fails phase two before anything is written.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] gradOutput  gradient of the output, [N, C, Do, Ho, Wo] or [C, Do, Ho, Wo]
 * @param[in] self  [N, C, D, H, W] or [C, D, H, W]; only its shape and type matter
 * @param[in] indices  INT32 or INT64, shape of gradOutput: positions that the forward operator gave
 * @param[out] gradInput  gradient for self, its shape and type
 */
ACLNN_API aclnnStatus aclnnAdaptiveMaxPool3dBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* indices, aclTensor* gradInput,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAdaptiveMaxPool3dBackward. */
ACLNN_API aclnnStatus aclnnAdaptiveMaxPool3dBackward(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL3D_BACKWARD_H_ */
