/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnGridSampler2DBackward: gradients of sampling images at given points, for the images and for the
 * points.
 */

#ifndef ACLNNOP_ACLNN_GRID_SAMPLER2D_BACKWARD_H_
#define ACLNNOP_ACLNN_GRID_SAMPLER2D_BACKWARD_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGridSampler2DBackward, phase one: checks the arguments and plans the work. Host only; reads no tensor
 * data.
 *
 * input [N,C,H,W]; grid [N,Ho,Wo,2], the last dimension (x, y), x along W and y along H; gradOutput
 * [N,C,Ho,Wo] (spec: aclnnGridSampler2DBackward).
 *
 * A grid value c becomes a coordinate p on an axis of S pixels, with m its derivative (computed in float64):
 *
 *     alignCorners:  p = ((c + 1) / 2) * (S - 1),  m = (S - 1) / 2
 *     otherwise:     p = ((c + 1) * S - 1) / 2,    m = S / 2
 *     zeros:         p as it is
 *     border:        clip(p): p <= 0 gives 0 and m = 0; p >= S - 1 gives S - 1 and m = 0
 *     reflection:    p mirrored into [0, S - 1] (alignCorners) or [-0.5, S - 0.5], each mirroring negates m,
 *                    then clip(p); a single pixel with alignCorners gives 0 and m = 0
 *
 * Bilinear: x0 = floor(px), tx = px - x0, likewise y; corners nw (y0,x0), ne (y0,x0+1), sw (y0+1,x0), se
 * (y0+1,x0+1) weigh (1-tx)(1-ty), tx(1-ty), (1-tx)ty, tx*ty. Corners outside the image drop out, in every
 * padding mode.
 *
 *     inputGrad[n,c,corner] += weight * gradOutput[n,c,h,w]
 *     d(corner)              = sum over c of input[n,c,corner] * gradOutput[n,c,h,w]; 0 if it is outside
 *     gridGrad[n,h,w,0]      = mx * ((1-ty) * (d(ne) - d(nw)) + ty * (d(se) - d(sw)))
 *     gridGrad[n,h,w,1]      = my * ((1-tx) * (d(sw) - d(nw)) + tx * (d(se) - d(ne)))
 *
 * Nearest: the pixel at px and py rounded to nearest, ties to even; inputGrad gets gradOutput there if it is
 * inside the image; gridGrad is 0.
 *
 * A point whose coordinate is NaN, or outside [-2^31, 2^31 - 2], adds nothing: no inputGrad, gridGrad (0, 0).
 * With border, an infinite grid value is clipped to an edge and counts. A corner of weight 0 inside the image
 * still takes part, so an infinite gradOutput there gives NaN.
 *
 * Both outputs are overwritten: pixels that no point touches become 0. A masked-off output is checked like
 * the other, but neither computed nor written; both false: success, workspace 0. Empty (N, C, Ho or Wo is 0):
 * every output that is asked for and has elements becomes 0. Index map for aclSetInputTensorAddr: gradOutput
 * 0, input 1, grid 2; aclSetOutputTensorAddr: inputGrad 0, gridGrad 1.
 *
 * Tensors may be non-contiguous, with any strides and offset; "shape" is the shape of the view, up to 8
 * dimensions. Any plain format label is accepted and ignored. Inputs may overlap each other (stride 0
 * included). An output may share memory with inputs: the result is as with memory of its own, made in place
 * or by way of the workspace. It must overlap neither itself (161002) nor another output.
 *
 * Types: FLOAT and FLOAT16 on every product; BF16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2,
 * A3, 950). Arithmetic is done in float32 or better on the exact inputs and rounded once, to nearest even, to
 * the type of the output; what exceeds its range becomes +-inf, subnormals are kept.
 *
 * Deterministic: the same inputs give the same bits on any number of threads.
 *
 * @param[in] gradOutput        [N,C,Ho,Wo], type of input
 * @param[in] input             [N,C,H,W], H and W > 0
 * @param[in] grid              [N,Ho,Wo,2], type of input; -1 and 1 are the edges of the image
 * @param[in] interpolationMode 0 bilinear, 1 nearest (2, bicubic, is refused)
 * @param[in] paddingMode       for points outside the image: 0 zeros, 1 border, 2 reflection
 * @param[in] alignCorners      -1 and 1 mean the centres of the edge pixels (true) or their outer edges
 *                              (false)
 * @param[in] outputMask        2 flags: write inputGrad, gridGrad?
 * @param[out] inputGrad        shape and type of input
 * @param[out] gridGrad         shape of grid, type of input
 * @param[out] workspaceSize  bytes of device memory that phase two needs, 0 included; the same for equal
 *                            arguments
 * @param[out] executor       plan for phase two; released there, or by aclDestroyAclOpExecutor
 * @return a status; all cases of 161001 are looked at before any of 161002
 * - 0: planned; with no work to do too (empty tensors, nothing asked for)
 * - 161001: workspaceSize or executor is NULL (looked at first)
 * - 161001: gradOutput, input, grid, inputGrad, gridGrad (also when masked off) or outputMask is NULL
 * - 161002: type of input not admitted; one of the other tensors has another type
 * - 161002: interpolationMode is not 0 or 1; paddingMode is not 0, 1 or 2
 * - 161002: gradOutput, input or grid is not 4-D; they differ in N; gradOutput and input differ in C
 * - 161002: H or W of input is 0; extents 1 and 2 of grid are not Ho and Wo; the last one is not 2
 * - 161002: shape of inputGrad is not that of input; of gridGrad not that of grid
 * - 161002: outputMask does not hold 2 flags
 * - 161002: a tensor has more than 8 dimensions, a negative extent, stride or offset, a view that leaves its
 *           storage, or a private format
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnGridSampler2DBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* input, const aclTensor* grid, int64_t interpolationMode,
    int64_t paddingMode, bool alignCorners, const aclBoolArray* outputMask, aclTensor* inputGrad,
    aclTensor* gridGrad, uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * aclnnGridSampler2DBackward, phase two: enqueues the planned work and returns without waiting for it.
 *
 * Outputs are valid once the stream has got that far (aclrtSynchronizeStream, an event). The argument objects
 * of phase one may be destroyed when this call has returned; memory of tensors and workspace must live until
 * the work is done. The executor is consumed, whatever the status, unless it is repeatable. Any thread may
 * call.
 *
 * @param[in] workspace      device memory for scratch; NULL if phase one asked for 0 bytes
 * @param[in] workspaceSize  its size: at least what phase one asked for
 * @param[in] executor       from phase one
 * @param[in] stream         of the current context; NULL: the context's default stream
 * @return a status
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address. An
 *           input counts whatever outputMask says
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation, or in
 *           one of another device than the stream's without peer access; an address that is no multiple of
 *           the element size; an executor of another operator; a workspace that shares bytes with a tensor,
 *           or an output that does with another output; an output across an input, by an address set since
 *           phase one
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a
 *           stopped stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 * At a later synchronize of the stream:
 * - 507035: memory was freed before the work began; work of another stream was running in the workspace
 */
ACLNN_API aclnnStatus aclnnGridSampler2DBackward(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_GRID_SAMPLER2D_BACKWARD_H_ */
