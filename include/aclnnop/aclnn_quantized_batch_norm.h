/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnQuantizedBatchNorm: batch normalization of quantized numbers. */

#ifndef ACLNNOP_ACLNN_QUANTIZED_BATCH_NORM_H_
#define ACLNNOP_ACLNN_QUANTIZED_BATCH_NORM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnQuantizedBatchNorm: with a channel's mean, var, weight and bias,
 *
 *     y = ((input - inputZeroPoint) * inputScale - mean) / sqrt(var + epsilon) * weight + bias
 *     output = y / outputScale + outputZeroPoint, rounded to the nearest integer, ties to even, and saturated
 *
 * Types: input and output INT8, UINT8 or INT32, the same; all other tensors FLOAT; scalars of any type.
 * Arithmetic: in float64, rounded once. NaN becomes 0.
 * Source: PyTorch's torch.quantized_batch_norm.
 *
 * @param[in] input  [N, C, H, W]
 * @param[in] mean  [C]
 * @param[in] var  [C]
 * @param[in] inputScale  a scalar
 * @param[in] inputZeroPoint  a scalar, a whole number that the type of input has
 * @param[in] outputScale  a scalar
 * @param[in] outputZeroPoint  as inputZeroPoint
 * @param[in] weight  [C]. NULL: ones
 * @param[in] bias  [C]. NULL: zeros
 * @param[in] epsilon  added to var
 * @param[out] output  shape of input
 */
ACLNN_API aclnnStatus aclnnQuantizedBatchNormGetWorkspaceSize(
    const aclTensor* input, const aclTensor* mean, const aclTensor* var, const aclScalar* inputScale,
    const aclScalar* inputZeroPoint, const aclScalar* outputScale, const aclScalar* outputZeroPoint,
    const aclTensor* weight, const aclTensor* bias, float epsilon, aclTensor* output, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnQuantizedBatchNorm. */
ACLNN_API aclnnStatus aclnnQuantizedBatchNorm(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_QUANTIZED_BATCH_NORM_H_ */
