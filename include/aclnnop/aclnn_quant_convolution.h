/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnQuantConvolution: convolution of INT8 with scaled results. */

#ifndef ACLNNOP_ACLNN_QUANT_CONVOLUTION_H_
#define ACLNNOP_ACLNN_QUANT_CONVOLUTION_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnQuantConvolution: output = scale * (input correlated with weight) + bias, where scale and bias are those
 * of the channel.
 * Arithmetic: sums of products are exact in INT32, modulo 2^32. What follows is float64, rounded once.
 * Shapes: as those of aclnnConvolution, [N, C, L], [N, C, H, W] or [N, C, D, H, W]. Padding is the number 0.
 * offset, outputPadding, offsetx and roundMode are reserved for outputs of integers: they have no effect.
 *
 * @param[in] input  [N, channels of input, spatial]; INT8
 * @param[in] weight  [channels of output, channels of input / groups, kernel]; INT8
 * @param[in] bias  [channels of output]; FLOAT, FLOAT16 or BFLOAT16; NULL: 0
 * @param[in] scale  [channels of output]; FLOAT
 * @param[in] offset  reserved; [channels of output], FLOAT, or NULL
 * @param[in] stride  distance between neighbouring windows, a value for each spatial dimension, from 1
 * @param[in] padding  zeros around the input, a value for each spatial dimension, from 0; of 2 dimensions
 *     also 4 values: top, bottom, left, right
 * @param[in] dilation  distance between neighbouring taps, a value for each spatial dimension, from 1
 * @param[in] transposed  false
 * @param[in] outputPadding  reserved; any values, or NULL
 * @param[in] groups  number of independent groups of channels
 * @param[in] offsetx  reserved; any value
 * @param[in] roundMode  reserved; any text, or NULL
 * @param[out] output  [N, channels of output, spatial]; FLOAT16, BFLOAT16 or FLOAT
 * @return 161002 if transposed is true, or groups does not divide the channels
 */
ACLNN_API aclnnStatus aclnnQuantConvolutionGetWorkspaceSize(
    const aclTensor* input, const aclTensor* weight, const aclTensor* bias, const aclTensor* scale,
    const aclTensor* offset, const aclIntArray* stride, const aclIntArray* padding,
    const aclIntArray* dilation, bool transposed, const aclIntArray* outputPadding, int64_t groups,
    int32_t offsetx, const char* roundMode, aclTensor* output, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnQuantConvolution. */
ACLNN_API aclnnStatus aclnnQuantConvolution(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_QUANT_CONVOLUTION_H_ */
