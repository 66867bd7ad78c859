/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUpsampleTrilinear3d: trilinear resizing of a volume. */

#ifndef ACLNNOP_ACLNN_UPSAMPLE_TRILINEAR_3D_H_
#define ACLNNOP_ACLNN_UPSAMPLE_TRILINEAR_3D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUpsampleTrilinear3d: trilinear resizing: along the depth, then along height and width, each as
 * aclnnUpsampleBilinear2d does.
 * What is between the two steps is not rounded to the type of self. Positions and weights are float32,
 * float64 for DOUBLE.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE.
 *
 * @param[in] self  [N, C, D, H, W], D, H and W from 1 to 2^24 - 1; [N, D, H, W, C] if its format is NDHWC
 * @param[in] outputSize  Do, Ho and Wo, from 1 to 2^24 - 1
 * @param[in] alignCorners  true: the centres of the corner elements stay in place, false: their outer edges
 * @param[in] scalesD  factor of the depth; if not positive, it follows from the shapes
 * @param[in] scalesH  factor of the height; as above
 * @param[in] scalesW  factor of the width; as above
 * @param[out] out  [N, C, Do, Ho, Wo], type of self; [N, D, H, W, C] if its format is NDHWC
 */
ACLNN_API aclnnStatus aclnnUpsampleTrilinear3dGetWorkspaceSize(
    const aclTensor* self, const aclIntArray* outputSize, bool alignCorners, double scalesD, double scalesH,
    double scalesW, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnUpsampleTrilinear3d. */
ACLNN_API aclnnStatus aclnnUpsampleTrilinear3d(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UPSAMPLE_TRILINEAR_3D_H_ */
