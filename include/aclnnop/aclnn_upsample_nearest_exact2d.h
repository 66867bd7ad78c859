/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUpsampleNearestExact2d: resizing of an image by nearest neighbour, measured from centres. */

#ifndef ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT2D_H_
#define ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT2D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUpsampleNearestExact2d: resizing; each element is copied from the place that contains its centre. A
 * size H is resized to Ho with
 *
 *     place = min(floor((i + 0.5) * scale), H - 1), scale = 1 / scalesH if that is positive, otherwise H / Ho
 *
 * in float32.
 * Types: FLOAT, FLOAT16, BFLOAT16, UINT8.
 *
 * @param[in] self  [N, C, H, W], H and W from 1 to 2^24 - 1; [N, H, W, C] if its format is NHWC
 * @param[in] outputSize  Ho and Wo, from 1 to 2^24 - 1
 * @param[in] scalesH  factor of the height; if not positive, it follows from the shapes
 * @param[in] scalesW  factor of the width; as above
 * @param[out] out  [N, C, Ho, Wo], type of self; [N, H, W, C] if its format is NHWC
 */
ACLNN_API aclnnStatus aclnnUpsampleNearestExact2dGetWorkspaceSize(const aclTensor* self,
                                                                  const aclIntArray* outputSize,
                                                                  double scalesH, double scalesW,
                                                                  aclTensor* out, uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);
/** Phase two of aclnnUpsampleNearestExact2d. */
ACLNN_API aclnnStatus aclnnUpsampleNearestExact2d(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT2D_H_ */
