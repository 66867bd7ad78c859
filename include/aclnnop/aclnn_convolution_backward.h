/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnConvolutionBackward: the gradients of aclnnConvolution.
 */

#ifndef ACLNNOP_ACLNN_CONVOLUTION_BACKWARD_H_
#define ACLNNOP_ACLNN_CONVOLUTION_BACKWARD_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of this operator:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3,
 * 950). Operands of different types promote to one: FLOAT16 with BFLOAT16 gives FLOAT. Gradients have that
 * type, or FLOAT where it is a half type: then nothing is rounded to the half type on the way.
 *
 * Arithmetic: sums of fused multiply-adds in float32 for FLOAT, FLOAT16 and BFLOAT16, in float64 for DOUBLE,
 * cut into blocks by the shape alone, and one rounding to the type of the output at the end. The same inputs
 * give the same bits on any number of threads and in any layout; on processors with other instructions the
 * last bits may differ. Without any depth to sum over, products are zeros. cubeMathType: -1 (FLOAT16 to
 * FLOAT), 0 (keep the type), 1 (may lower the precision), 2 (FLOAT16), 3 (HFLOAT32): all are accepted, and
 * FLOAT is always computed in float32, which each of them permits.
 *
 * Shapes: [N, C, L], [N, C, H, W] or [N, C, D, H, W], all of one rank. weight is [channels of output,
 * channels of input / groups, kernel], of transposed convolutions [channels of input, channels of output /
 * groups, kernel]. gradOutput has the shape of the output. Of an extent of the input the output has
 * floor((extent + padding in front and behind - dilation * (kernel - 1) - 1) / stride)
 * + 1, of transposed convolutions (extent - 1) * stride - paddings + dilation * (kernel - 1) + outputPadding
 * + 1; at least 1. Tensors may have any strides and offset; "shape" is the shape of the view. Channels-last
 * tensors are read as they are; windows are never copied as a whole. An output may overlap an input; it must
 * not overlap itself. Empty tensors are fine.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory that
 * phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer argument is, but for
 * biasSizes and gradients that are not asked for
 * - 161002: a type that is not admitted, or another type of a gradient
 * - 161002: shapes that do not fit together, or another shape of an output than documented; a list of another
 * length, or with a value out of its range; an outputMask without 3 values; groups that do not divide the
 * channels; a cubeMathType outside -1 to 3
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that leaves
 * its storage, or a private format
 * - 561101: out of host memory
 * Phase two enqueues the planned work on a stream of the current context and returns without waiting for it.
 * It takes the workspace that phase one asked for (NULL if 0 bytes), and consumes the executor unless that is
 * repeatable. It returns
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 * executor of another operator; a workspace that shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 * stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 *
 * Source: torch.ops.aten.convolution_backward.
 */

/**
 * aclnnConvolutionBackward, phase one: the gradients that the mask asks for: gradInput = gradOutput
 * correlated with the weight the other way; gradWeight = sum over samples and places of gradOutput times what
 * the tap saw; gradBias = sum of gradOutput over samples and places.
 *
 * @param[in] gradOutput  gradient of the output
 * @param[in] input  forward input
 * @param[in] weight  forward weight
 * @param[in] biasSizes  NULL, or [channels of output]
 * @param[in] stride  distance of neighbouring windows, a value for each spatial dimension, from 1
 * @param[in] padding  zeros around the input, a value for each spatial dimension, from 0; of 2 dimensions
 * also 4 values: top, bottom, left, right
 * @param[in] dilation  distance of neighbouring taps, a value for each spatial dimension, from 1
 * @param[in] transposed  whether it is the adjoint that is computed
 * @param[in] outputPadding  of transposed convolutions: added to the extents of the output, below stride or
 * dilation; else not looked at, though not NULL
 * @param[in] groups  groups of channels that have nothing to do with each other
 * @param[in] outputMask  3 values: which of gradInput, gradWeight and gradBias are computed. The others are
 * not looked at, and may be NULL
 * @param[in] cubeMathType  how FLOAT may be computed
 * @param[out] gradInput  the shape of input
 * @param[out] gradWeight  the shape of weight
 * @param[out] gradBias  [channels of output]
 */
ACLNN_API aclnnStatus aclnnConvolutionBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* input, const aclTensor* weight,
    const aclIntArray* biasSizes, const aclIntArray* stride, const aclIntArray* padding,
    const aclIntArray* dilation, bool transposed, const aclIntArray* outputPadding, int groups,
    const aclBoolArray* outputMask, int8_t cubeMathType, aclTensor* gradInput, aclTensor* gradWeight,
    aclTensor* gradBias, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnConvolutionBackward. */
ACLNN_API aclnnStatus aclnnConvolutionBackward(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_CONVOLUTION_BACKWARD_H_ */
