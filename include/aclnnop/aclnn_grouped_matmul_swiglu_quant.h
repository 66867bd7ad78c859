/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGroupedMatmulSwigluQuant: gated products of groups of rows, quantized again. */

#ifndef ACLNNOP_ACLNN_GROUPED_MATMUL_SWIGLU_QUANT_H_
#define ACLNNOP_ACLNN_GROUPED_MATMUL_SWIGLU_QUANT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupedMatmulSwigluQuant: the products of quantized rows and the weights of their groups, gated and quantized.
 * p = (x @ weight[g]) * weightScale[g] * xScale for the rows of group g, s = silu(first half of p) * second half, and
 * outputScale = max |s| of a row / 127, output = s / outputScale, rounded to nearest even.
 * Products are exact in INT32; p and s are float32. A row of zeros, and rows of no group, have scale 0 and become 0.
 * Types: x and weight INT8, weightScale FLOAT or BFLOAT16, xScale FLOAT, groupList INT64, output INT8, outputScale FLOAT.
 * A group that ends before it begins, or after the last row, is an error of the stream.
 * Restrictions: bias and offset are NULL.
 * Source: torch_npu's npu_grouped_matmul_swiglu_quant.
 *
 * @param[in] x  [m, k]
 * @param[in] weight  [groups, k, n], n even
 * @param[in] bias  NULL
 * @param[in] offset  NULL
 * @param[in] weightScale  [groups, n]
 * @param[in] xScale  [m]
 * @param[in] groupList  [groups], where each group ends
 * @param[out] output  [m, n / 2]
 * @param[out] outputScale  [m]
 * @param[out] outputOffset  not written; may be NULL
 */
ACLNN_API aclnnStatus aclnnGroupedMatmulSwigluQuantGetWorkspaceSize(
    const aclTensor* x, const aclTensor* weight, const aclTensor* bias, const aclTensor* offset,
    const aclTensor* weightScale, const aclTensor* xScale, const aclTensor* groupList, aclTensor* output,
    aclTensor* outputScale, aclTensor* outputOffset, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGroupedMatmulSwigluQuant. */
ACLNN_API aclnnStatus aclnnGroupedMatmulSwigluQuant(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUPED_MATMUL_SWIGLU_QUANT_H_ */
