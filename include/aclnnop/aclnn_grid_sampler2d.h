/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGridSampler2D: samples images at given points. */

#ifndef ACLNNOP_ACLNN_GRID_SAMPLER2D_H_
#define ACLNNOP_ACLNN_GRID_SAMPLER2D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGridSampler2D: samples images at given points. A grid value c becomes a coordinate p on an axis of S
 * pixels (in float32, in float64 for DOUBLE, each operation rounded as PyTorch does):
 *
 *     alignCorners:  p = ((c + 1) / 2) * (S - 1)
 *     otherwise:     p = ((c + 1) * S - 1) / 2
 *
 * For bilinear and nearest, paddingMode moves p: border clips it to [0, S - 1]; reflection mirrors it into
 * [0, S - 1] (alignCorners) or [-0.5, S - 0.5] and then clips it. Bilinear weights the pixels floor(p) and
 * floor(p) + 1 with 1 - t and t, t = p - floor(p). Nearest takes the pixel at p rounded to nearest, ties to
 * even. Bicubic weights the pixels from floor(p) - 1 to floor(p) + 2, each moved by paddingMode, by cubic
 * convolution with A = -3/4 (Keys, 1981). out is the sum over both axes; pixels outside the image count as 0.
 * A point whose coordinate is NaN, with bicubic or reflection also one that is infinite, gives 0: it is
 * nowhere, and adds nothing in aclnnGridSampler2DBackward. PyTorch's CPU takes the first pixel for it with
 * border and reflection, but its gradient may read outside of the image. A pixel of weight 0 inside the image
 * is included: an infinity there gives NaN.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Arithmetic: weights and sums in the type of the coordinates, first
 * along W, then along H; rounded once.
 *
 * @param[in] input  [N, C, H, W], H and W from 1 to 2^31 - 1
 * @param[in] grid  points (x, y), [N, Ho, Wo, 2], type of input; x along W, y along H; -1 and 1 are the edges
 *     of the image
 * @param[in] interpolationMode  0 bilinear, 1 nearest, 2 bicubic
 * @param[in] paddingMode  for points outside the image: 0 zeros, 1 border, 2 reflection
 * @param[in] alignCorners  -1 and 1 mean the centres of the edge pixels (true) or their outer edges (false)
 * @param[out] out  [N, C, Ho, Wo], type of input
 */
ACLNN_API aclnnStatus aclnnGridSampler2DGetWorkspaceSize(const aclTensor* input, const aclTensor* grid,
                                                         int64_t interpolationMode, int64_t paddingMode,
                                                         bool alignCorners, aclTensor* out,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGridSampler2D. */
ACLNN_API aclnnStatus aclnnGridSampler2D(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GRID_SAMPLER2D_H_ */
