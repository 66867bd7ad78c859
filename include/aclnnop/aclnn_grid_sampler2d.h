/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnGridSampler2D: values of images at given points.
 */

#ifndef ACLNNOP_ACLNN_GRID_SAMPLER2D_H_
#define ACLNNOP_ACLNN_GRID_SAMPLER2D_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGridSampler2D, phase one: values of images at given points.
 *
 * A grid value c becomes a coordinate p on an axis of S pixels (computed in float64):
 *
 *     alignCorners:  p = ((c + 1) / 2) * (S - 1)
 *     otherwise:     p = ((c + 1) * S - 1) / 2
 *
 * Of bilinear and nearest, paddingMode moves p: border clips it to [0, S - 1]; reflection mirrors it into [0,
 * S - 1] (alignCorners) or [-0.5, S - 0.5] and then clips it. Bilinear weighs the pixels floor(p) and
 * floor(p) + 1 with 1 - t and t, t = p - floor(p); nearest takes the pixel at p rounded to nearest, ties to
 * even; bicubic weighs the pixels from floor(p) - 1 to floor(p) + 2, each moved by paddingMode, by cubic
 * convolution with A = -3/4 (Keys, 1981). out is the sum over both axes; pixels outside of the image count as
 * 0.
 *
 * A point whose coordinate is NaN, with bicubic also one that is infinite, gives 0. A pixel of weight 0
 * inside the image takes part: an infinity there gives NaN.
 *
 * Types: FLOAT, FLOAT16 and DOUBLE on every product; BFLOAT16 where the emulated chip has it (OPENACLNN_SOC:
 * Atlas A2, A3, 950). Arithmetic: coordinates in float64; weights and sums in float32, float64 for DOUBLE,
 * first along W, then along H; one rounding to nearest even. The same inputs give the same bits on any number
 * of threads, in any layout, on any processor.
 *
 * Tensors may have any strides and offset; "shape" is the shape of the view, of at most 8 dimensions. An
 * output may be one of the inputs or overlap them; it must not overlap itself.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory that
 * phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor).
 *
 * @param[in] input              [N, C, H, W], H and W from 1 to 2^31 - 1
 * @param[in] grid               points (x, y), [N, Ho, Wo, 2], type of input; x along W, y along H; -1 and 1
 *                               are the edges of the image
 * @param[in] interpolationMode  0 bilinear, 1 nearest, 2 bicubic
 * @param[in] paddingMode        for points outside the image: 0 zeros, 1 border, 2 reflection
 * @param[in] alignCorners       -1 and 1 mean the centres of the edge pixels (true) or their outer edges
 *                               (false)
 * @param[out] out               [N, C, Ho, Wo], type of input
 * @return a status; all cases of 161001 are looked at before any of 161002
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first)
 * - 161001: input, grid or out is NULL
 * - 161002: type of input not admitted; grid or out of another
 * - 161002: interpolationMode or paddingMode out of range
 * - 161002: input or grid not of 4 dimensions; another N in grid; H or W of input out of range; last
 *           dimension of grid not 2; out of another shape
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that leaves
 *           its storage, or a private format; an output with two elements in one place
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnGridSampler2DGetWorkspaceSize(const aclTensor* input, const aclTensor* grid,
                                                         int64_t interpolationMode, int64_t paddingMode,
                                                         bool alignCorners, aclTensor* out,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * Phase two of aclnnGridSampler2D.
 *
 * It enqueues the planned work on a stream of the current context and returns without waiting for it. It
 * takes the workspace that phase one asked for (NULL if 0 bytes), and consumes the executor unless that is
 * repeatable.
 *
 * @return a status
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 *           executor of another operator; a workspace that shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 *           stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */
ACLNN_API aclnnStatus aclnnGridSampler2D(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_GRID_SAMPLER2D_H_ */
