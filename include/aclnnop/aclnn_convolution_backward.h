/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnConvolutionBackward, aclnnConvTbcBackward, aclnnDeformableConv2dBackward: gradients of convolutions. */

#ifndef ACLNNOP_ACLNN_CONVOLUTION_BACKWARD_H_
#define ACLNNOP_ACLNN_CONVOLUTION_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnConvolutionBackward: the gradients that the mask asks for: gradInput = gradOutput correlated with the
 * weight the other way; gradWeight = sum over samples and positions of gradOutput times the input at the tap;
 * gradBias = sum of gradOutput over samples and positions.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Operands promote. Gradients have the promoted type, or FLOAT if
 * that is FLOAT16 or BFLOAT16; no intermediate result is then rounded to it.
 * Arithmetic: that of matrix products (see aclnn_base.h).
 * Shapes: [N, C, L], [N, C, H, W] or [N, C, D, H, W], all of one rank. weight is [channels of output,
 * channels of input / groups, kernel], for transposed convolutions [channels of input, channels of output /
 * groups, kernel]. gradOutput has the shape of the output. A spatial dimension of the input of a given size
 * has floor((size + padding before and after - dilation * (kernel - 1) - 1) / stride) + 1 positions in the
 * output, for transposed convolutions (size - 1) * stride - paddings + dilation * (kernel - 1) +
 * outputPadding + 1; at least 1, or 0 if the input has a dimension of size 0. Channels-last tensors are read
 * in place; windows are not copied.
 * Source: torch.ops.aten.convolution_backward.
 *
 * @param[in] gradOutput  gradient of the output
 * @param[in] input  forward input
 * @param[in] weight  forward weight
 * @param[in] biasSizes  NULL, or [channels of output]
 * @param[in] stride  distance between neighbouring windows, a value for each spatial dimension, from 1
 * @param[in] padding  zeros around the input, a value for each spatial dimension, from 0; of 2 dimensions
 *     also 4 values: top, bottom, left, right
 * @param[in] dilation  distance between neighbouring taps, a value for each spatial dimension, from 1
 * @param[in] transposed  whether a transposed convolution is computed
 * @param[in] outputPadding  for transposed convolutions: added to the sizes of the output, below stride or
 *     dilation; otherwise ignored, but not NULL
 * @param[in] groups  number of independent groups of channels
 * @param[in] outputMask  3 values: which of gradInput, gradWeight and gradBias are computed. The others are
 *     ignored and may be NULL
 * @param[in] cubeMathType  -1 to 3; no effect (see aclnn_base.h)
 * @param[out] gradInput  the shape of input
 * @param[out] gradWeight  the shape of weight
 * @param[out] gradBias  [channels of output]
 * @return 161002 if groups does not divide the channels
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

/**
 * aclnnConvTbcBackward: the gradients of aclnnConvTbc for its three inputs.
 * Types: FLOAT, FLOAT16, BFLOAT16; all tensors but bias and gradBias have one type.
 * Arithmetic: that of matrix products (see aclnn_base.h). Source: torch.ops.aten.conv_tbc_backward.
 *
 * @param[in] self  gradient of the output, [T + 2 * pad - K + 1, B, channels of output]
 * @param[in] input  [T, B, channels of input]
 * @param[in] weight  [K, channels of input, channels of output]
 * @param[in] bias  [channels of output], of any of the types; its values have no effect
 * @param[in] pad  zeros before and after T, from 0
 * @param[in] cubeMathType  -1 to 3; no effect (see aclnn_base.h)
 * @param[out] gradInput  shape of input
 * @param[out] gradWeight  shape of weight
 * @param[out] gradBias  shape of bias, of the type of self or FLOAT
 */
ACLNN_API aclnnStatus aclnnConvTbcBackwardGetWorkspaceSize(const aclTensor* self, const aclTensor* input,
                                                           const aclTensor* weight, const aclTensor* bias,
                                                           int64_t pad, int8_t cubeMathType,
                                                           aclTensor* gradInput, aclTensor* gradWeight,
                                                           aclTensor* gradBias, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);
/** Phase two of aclnnConvTbcBackward. */
ACLNN_API aclnnStatus aclnnConvTbcBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

/**
 * aclnnDeformableConv2dBackward: the gradients of aclnnDeformableConv2d.
 * Types: FLOAT, FLOAT16, BFLOAT16, the same for all tensors. Sums over positions of gradInput and gradBias are those of
 * float64, and so are those over blocks of positions of gradWeight.
 * Arithmetic: that of matrix products (see aclnn_base.h). Shapes, and the attributes that have no text here: those of
 * aclnnDeformableConv2d. gradWeight takes the samples from offsetOut.
 * Source: torchvision.ops.deform_conv2d.
 *
 * @param[in] input  [N, C, H, W]
 * @param[in] gradOutput  gradient of out, [N, Co, Ho, Wo]
 * @param[in] offsetOut  deformOutOptional of the forward operator, [N, C, Ho * kernel rows, Wo * kernel columns]
 * @param[in] weight  [Co, C / groups, kernel rows, kernel columns]
 * @param[in] offset  x offsets, y offsets and factors, [N, 3 * deformableGroups * taps, Ho, Wo]
 * @param[in] kernelSize  rows and columns of the kernel
 * @param[in] stride  [1, 1, rows, columns], from 1
 * @param[in] padding  top, bottom, left, right, from 0
 * @param[in] dilation  [1, 1, rows, columns], from 1
 * @param[in] groups  number of independent groups of channels
 * @param[in] deformableGroups  number of groups of channels with separate offsets
 * @param[in] modulated  true
 * @param[out] gradInput  the shape of input
 * @param[out] gradWeight  the shape of weight
 * @param[out] gradOffset  the shape of offset
 * @param[out] gradBias  [Co]
 */
ACLNN_API aclnnStatus aclnnDeformableConv2dBackwardGetWorkspaceSize(
    const aclTensor* input, const aclTensor* gradOutput, const aclTensor* offsetOut, const aclTensor* weight,
    const aclTensor* offset, const aclIntArray* kernelSize, const aclIntArray* stride,
    const aclIntArray* padding, const aclIntArray* dilation, int64_t groups, int64_t deformableGroups,
    bool modulated, aclTensor* gradInput, aclTensor* gradWeight, aclTensor* gradOffset, aclTensor* gradBias,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDeformableConv2dBackward. */
ACLNN_API aclnnStatus aclnnDeformableConv2dBackward(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CONVOLUTION_BACKWARD_H_ */
