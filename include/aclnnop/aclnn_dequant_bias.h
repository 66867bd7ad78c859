/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnDequantBias: sums of an integer product as numbers, with a bias. */

#ifndef ACLNNOP_ACLNN_DEQUANT_BIAS_H_
#define ACLNNOP_ACLNN_DEQUANT_BIAS_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnDequantBias: out = x * weightScale * activateScale + bias; with an INT32 bias (x + bias) * weightScale *
 * activateScale.
 * The result is computed in float64 and rounded once.
 * Types: x INT32, weightScale FLOAT or BFLOAT16, activateScale FLOAT, bias INT32, FLOAT, FLOAT16 or BFLOAT16, out FLOAT16
 * or BFLOAT16.
 * Source: torch_npu's npu_dequant_bias.
 *
 * @param[in] x  [m, n]
 * @param[in] weightScale  [n], factors of columns
 * @param[in] activateScaleOptional  [m], factors of rows; NULL: 1
 * @param[in] biasOptional  [n]; NULL: none
 * @param[in] outputDtype  the type of out, ACL_FLOAT16 or ACL_BF16
 * @param[out] out  [m, n]
 */
ACLNN_API aclnnStatus aclnnDequantBiasGetWorkspaceSize(const aclTensor* x, const aclTensor* weightScale,
                                                       const aclTensor* activateScaleOptional,
                                                       const aclTensor* biasOptional, int64_t outputDtype,
                                                       const aclTensor* out, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnDequantBias. */
ACLNN_API aclnnStatus aclnnDequantBias(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_DEQUANT_BIAS_H_ */
