/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGridSampler2DBackward: gradients of sampling images at given points, for images and points. */

#ifndef ACLNNOP_ACLNN_GRID_SAMPLER2D_BACKWARD_H_
#define ACLNNOP_ACLNN_GRID_SAMPLER2D_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGridSampler2DBackward: input is [N,C,H,W], grid [N,Ho,Wo,2] with (x, y) in its last dimension, x along
 * W and y along H, gradOutput [N,C,Ho,Wo] (spec: aclnnGridSampler2DBackward). A grid value c becomes a
 * coordinate p on an axis of S pixels, with m its derivative (in float32, each operation rounded as PyTorch
 * does):
 *
 *     alignCorners:  p = ((c + 1) / 2) * (S - 1),  m = (S - 1) / 2
 *     otherwise:     p = ((c + 1) * S - 1) / 2,    m = S / 2
 *     zeros:         p unchanged
 *     border:        clip(p): p <= 0 gives 0 and m = 0; p >= S - 1 gives S - 1 and m = 0
 *     reflection:    p mirrored into [0, S - 1] (alignCorners) or [-0.5, S - 0.5], each mirroring negates m,
 *                    then clip(p); a single pixel with alignCorners gives 0 and m = 0
 *
 * Bilinear: x0 = floor(px), tx = px - x0, likewise y; the corners nw (y0,x0), ne (y0,x0+1), sw (y0+1,x0), se
 * (y0+1,x0+1) have the weights (1-tx)(1-ty), tx(1-ty), (1-tx)ty, tx*ty. Corners outside the image are
 * excluded, in every padding mode.
 *
 *     inputGrad[n,c,corner] += weight * gradOutput[n,c,h,w]
 *     d(corner)              = sum over c of input[n,c,corner] * gradOutput[n,c,h,w]; 0 if it is outside
 *     gridGrad[n,h,w,0]      = mx * ((1-ty) * (d(ne) - d(nw)) + ty * (d(se) - d(sw)))
 *     gridGrad[n,h,w,1]      = my * ((1-tx) * (d(sw) - d(nw)) + tx * (d(se) - d(ne)))
 *
 * Nearest: inputGrad gets gradOutput at the pixel px and py, each rounded to nearest with ties to even, if
 * that is inside the image; gridGrad is 0.
 *
 * A point whose coordinate is NaN, or outside [-2^31, 2^31 - 2], adds nothing to inputGrad and has gridGrad
 * (0, 0). With border, an infinite grid value is clipped to an edge and counts. A corner of weight 0 inside
 * the image is included, so an infinite gradOutput there gives NaN.
 *
 * Both outputs are overwritten: pixels that no point touches become 0. A masked-off output is checked like
 * the other, but neither computed nor written; if both flags are false, phase one succeeds with workspace 0.
 * If N, C, Ho or Wo is 0, every requested output with elements becomes 0. Index map for
 * aclSetInputTensorAddr: gradOutput 0, input 1, grid 2; for aclSetOutputTensorAddr: inputGrad 0, gridGrad 1.
 * Types: FLOAT, FLOAT16, BFLOAT16. Format: ND or any other plain format.
 *
 * @param[in] gradOutput        [N,C,Ho,Wo], type of input
 * @param[in] input             [N,C,H,W], H and W > 0
 * @param[in] grid              [N,Ho,Wo,2], type of input; -1 and 1 are the edges of the image
 * @param[in] interpolationMode 0 bilinear, 1 nearest (2, bicubic, is rejected)
 * @param[in] paddingMode       for points outside the image: 0 zeros, 1 border, 2 reflection
 * @param[in] alignCorners      -1 and 1 mean the centres of the edge pixels (true) or their outer edges
 *                              (false)
 * @param[in] outputMask        2 flags: write inputGrad, gridGrad?
 * @param[out] inputGrad        shape and type of input
 * @param[out] gridGrad         shape of grid, type of input
 * @return a common status code (inputs need an address in phase two whatever outputMask says), or
 * - 161001: gradOutput, input, grid, inputGrad, gridGrad (also when masked off) or outputMask is NULL
 * - 161002: the type of input is not supported; one of the other tensors has another type
 * - 161002: interpolationMode is not 0 or 1; paddingMode is not 0, 1 or 2
 * - 161002: gradOutput, input or grid is not 4-D; they differ in N; gradOutput and input differ in C
 * - 161002: H or W of input is 0; sizes 1 and 2 of grid are not Ho and Wo; the last one is not 2
 * - 161002: the shape of inputGrad is not that of input, or that of gridGrad not that of grid
 * - 161002: outputMask does not hold 2 flags
 */
ACLNN_API aclnnStatus aclnnGridSampler2DBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* input, const aclTensor* grid, int64_t interpolationMode,
    int64_t paddingMode, bool alignCorners, const aclBoolArray* outputMask, aclTensor* inputGrad,
    aclTensor* gridGrad, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGridSampler2DBackward. */
ACLNN_API aclnnStatus aclnnGridSampler2DBackward(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GRID_SAMPLER2D_BACKWARD_H_ */
