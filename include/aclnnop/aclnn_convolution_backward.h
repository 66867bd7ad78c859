/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnConvolutionBackward, aclnnConvTbcBackward: gradients of convolutions. */

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

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CONVOLUTION_BACKWARD_H_ */
