/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnConvolution, aclnnConvDepthwise2d, aclnnConvTbc: convolutions of 1, 2 and 3 dimensions, grouped,
 * dilated, transposed.
 */

#ifndef ACLNNOP_ACLNN_CONVOLUTION_H_
#define ACLNNOP_ACLNN_CONVOLUTION_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnConvolution: output = bias + input correlated with weight.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Operands promote. out has the promoted type, or FLOAT if that is
 * FLOAT16 or BFLOAT16; no intermediate result is then rounded to it.
 * Arithmetic: that of matrix products (see aclnn_base.h).
 * Shapes: [N, C, L], [N, C, H, W] or [N, C, D, H, W], all of one rank. weight is [channels of output,
 * channels of input / groups, kernel], for transposed convolutions [channels of input, channels of output /
 * groups, kernel]. A spatial dimension of the input of a given size has floor((size + padding before and
 * after - dilation * (kernel - 1) - 1) / stride) + 1 positions in the output, for transposed convolutions
 * (size - 1) * stride - paddings + dilation * (kernel - 1) + outputPadding + 1; at least 1, or 0 if
 * the input has a dimension of size 0. Channels-last tensors are read in place; windows are not copied.
 * Source: torch.convolution.
 *
 * @param[in] input  [N, channels of input, spatial]
 * @param[in] weight  kernels
 * @param[in] bias  [channels of output], of the type of the output or FLOAT, or NULL
 * @param[in] stride  distance between neighbouring windows, a value for each spatial dimension, from 1
 * @param[in] padding  zeros around the input, a value for each spatial dimension, from 0; of 2 dimensions
 *     also 4 values: top, bottom, left, right
 * @param[in] dilation  distance between neighbouring taps, a value for each spatial dimension, from 1
 * @param[in] transposed  whether a transposed convolution is computed
 * @param[in] outputPadding  for transposed convolutions: added to the sizes of the output, below stride or
 *     dilation; otherwise ignored, but not NULL
 * @param[in] groups  number of independent groups of channels
 * @param[out] output  [N, channels of output, spatial]
 * @param[in] cubeMathType  -1 to 3; no effect (see aclnn_base.h)
 * @return 161002 if groups does not divide the channels
 */
ACLNN_API aclnnStatus aclnnConvolutionGetWorkspaceSize(const aclTensor* input, const aclTensor* weight,
                                                       const aclTensor* bias, const aclIntArray* stride,
                                                       const aclIntArray* padding,
                                                       const aclIntArray* dilation, bool transposed,
                                                       const aclIntArray* outputPadding, const int64_t groups,
                                                       aclTensor* output, int8_t cubeMathType,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnConvolution. */
ACLNN_API aclnnStatus aclnnConvolution(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

/**
 * aclnnConvDepthwise2d: out = bias + each channel of self correlated with its kernels of weight.
 * Types: FLOAT, FLOAT16, BFLOAT16; self, weight and out have one type.
 * Arithmetic: that of matrix products (see aclnn_base.h).
 * Source: torch.nn.functional.conv2d with as many groups as self has channels.
 *
 * @param[in] self  [N, C, H, W]
 * @param[in] weight  [multiple of C, 1, height, width]
 * @param[in] kernelSize  height and width of weight
 * @param[in] bias  [channels of out], of any of the types, or NULL
 * @param[in] stride  2 values from 1
 * @param[in] padding  2 values from 0
 * @param[in] dilation  2 values from 1
 * @param[out] out  [N, dimension 0 of weight, height, width], sizes as in aclnnConvolution
 * @param[in] cubeMathType  -1 to 3; no effect (see aclnn_base.h)
 */
ACLNN_API aclnnStatus aclnnConvDepthwise2dGetWorkspaceSize(
    const aclTensor* self, const aclTensor* weight, const aclIntArray* kernelSize, const aclTensor* bias,
    const aclIntArray* stride, const aclIntArray* padding, const aclIntArray* dilation, aclTensor* out,
    int8_t cubeMathType, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnConvDepthwise2d. */
ACLNN_API aclnnStatus aclnnConvDepthwise2d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

/**
 * aclnnConvTbc: output[t, b, o] = bias[o] + sum of self[t + k - pad, b, i] * weight[k, i, o] over k and i.
 * Types: FLOAT, FLOAT16, BFLOAT16; self, weight and output have one type.
 * Arithmetic: that of matrix products (see aclnn_base.h). Source: torch.conv_tbc.
 *
 * @param[in] self  [T, B, channels of input]
 * @param[in] weight  [K, channels of input, channels of output]
 * @param[in] bias  [channels of output], of any of the types
 * @param[in] pad  zeros before and after T, from 0
 * @param[out] output  [T + 2 * pad - K + 1, B, channels of output], with at least 1 element along T
 * @param[in] cubeMathType  -1 to 3; no effect (see aclnn_base.h)
 */
ACLNN_API aclnnStatus aclnnConvTbcGetWorkspaceSize(const aclTensor* self, const aclTensor* weight,
                                                   const aclTensor* bias, int64_t pad, aclTensor* output,
                                                   int8_t cubeMathType, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor);
/** Phase two of aclnnConvTbc. */
ACLNN_API aclnnStatus aclnnConvTbc(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CONVOLUTION_H_ */
