/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUpsampleNearest3d: resizing of a volume by nearest neighbour. */

#ifndef ACLNNOP_ACLNN_UPSAMPLE_NEAREST_3D_H_
#define ACLNNOP_ACLNN_UPSAMPLE_NEAREST_3D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUpsampleNearest3d: resizing by nearest neighbour. The size D is resized to Do, and the others
 * likewise, with
 *
 *     place = min(floor(i * scale), D - 1), scale = 1 / scalesD if that is positive, otherwise D / Do
 *
 * in float32. Elements are copied unchanged.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, UINT8.
 *
 * @param[in] self  [N, C, D, H, W], D, H and W from 1 to 2^24 - 1; [N, D, H, W, C] if its format is NDHWC
 * @param[in] outputSize  Do, Ho and Wo, from 1 to 2^24 - 1
 * @param[in] scalesD  factor of the depth; if not positive, it follows from the shapes
 * @param[in] scalesH  factor of the height; as above
 * @param[in] scalesW  factor of the width; as above
 * @param[out] out  [N, C, Do, Ho, Wo], type of self; [N, D, H, W, C] if its format is NDHWC
 */
ACLNN_API aclnnStatus aclnnUpsampleNearest3dGetWorkspaceSize(const aclTensor* self,
                                                             const aclIntArray* outputSize, double scalesD,
                                                             double scalesH, double scalesW, aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnUpsampleNearest3d. */
ACLNN_API aclnnStatus aclnnUpsampleNearest3d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UPSAMPLE_NEAREST_3D_H_ */
