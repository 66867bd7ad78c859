/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUpsampleBicubic2d: bicubic resizing of an image. */

#ifndef ACLNNOP_ACLNN_UPSAMPLE_BICUBIC_2D_H_
#define ACLNNOP_ACLNN_UPSAMPLE_BICUBIC_2D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUpsampleBicubic2d: bicubic resizing. Position i of the output is at p along the height, and position j
 * likewise along the width:
 *
 *     alignCorners:  p = i * scale, scale = (H - 1) / (Ho - 1), 0 if Ho is 1
 *     otherwise:     p = (i + 0.5) * scale - 0.5, scale = 1 / scalesH if that is positive, otherwise H / Ho
 *
 * The result takes self at floor(p) - 1 to floor(p) + 2, where places outside are those at the edge, with the
 * weights k(x) of cubic convolution at the distance x: 1.25 x^3 - 2.25 x^2 + 1 up to 1, -0.75 (x^3 - 5 x^2 +
 * 8 x - 4) up to 2. Positions and weights are float32.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] self  [N, C, H, W], H and W from 1 to 2^24 - 1; [N, H, W, C] if its format is NHWC
 * @param[in] outputSize  Ho and Wo, from 1 to 2^24 - 1
 * @param[in] alignCorners  true: the centres of the corner elements stay in place, false: their outer edges
 * @param[in] scalesH  factor of the height; if not positive, it follows from the shapes
 * @param[in] scalesW  factor of the width; as above
 * @param[out] out  [N, C, Ho, Wo], type of self; [N, H, W, C] if its format is NHWC
 */
ACLNN_API aclnnStatus aclnnUpsampleBicubic2dGetWorkspaceSize(const aclTensor* self,
                                                             const aclIntArray* outputSize, bool alignCorners,
                                                             double scalesH, double scalesW, aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnUpsampleBicubic2d. */
ACLNN_API aclnnStatus aclnnUpsampleBicubic2d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UPSAMPLE_BICUBIC_2D_H_ */
