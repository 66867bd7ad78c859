/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUpsampleBicubic2dAA: bicubic resizing of an image without aliasing. */

#ifndef ACLNNOP_ACLNN_UPSAMPLE_BICUBIC2D_AA_H_
#define ACLNNOP_ACLNN_UPSAMPLE_BICUBIC2D_AA_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUpsampleBicubic2dAA: bicubic resizing; where the output is smaller, each position of the output uses
 * all positions that it covers. Along the height, place i takes the places y with the weights w(y), and along
 * the width likewise:
 *
 *     c = scale * (i + 0.5), w(y) = k((y - c + 0.5) / max(scale, 1))
 *     y from max(0, floor(c - s + 0.5)) to min(H, floor(c + s + 0.5)) - 1, s = 2 * max(scale, 1)
 *
 * where scale is that of aclnnUpsampleBilinear2d, and k(x) = 1.5 |x|^3 - 2.5 x^2 + 1 up to 1, -0.5 (|x|^3 - 5
 * x^2 + 8 |x| - 4) up to 2. Weights are divided by their sum, in float32.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] x  [N, C, H, W], H and W from 1 to 2^24 - 1; [N, H, W, C] if its format is NHWC
 * @param[in] outputSize  Ho and Wo, from 1 to 2^24 - 1
 * @param[in] alignCorners  selects the scale, as for aclnnUpsampleBilinear2d
 * @param[in] scalesH  factor of the height; if not positive, it follows from the shapes
 * @param[in] scalesW  factor of the width; as above
 * @param[out] out  [N, C, Ho, Wo], type of x; [N, H, W, C] if its format is NHWC
 */
ACLNN_API aclnnStatus aclnnUpsampleBicubic2dAAGetWorkspaceSize(
    const aclTensor* x, const aclIntArray* outputSize, bool alignCorners, double scalesH, double scalesW,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnUpsampleBicubic2dAA. */
ACLNN_API aclnnStatus aclnnUpsampleBicubic2dAA(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UPSAMPLE_BICUBIC2D_AA_H_ */
