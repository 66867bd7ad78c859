/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFlatQuant: matrices between two factors, quantized to INT4 by a scale each. */

#ifndef ACLNNOP_ACLNN_FLAT_QUANT_H_
#define ACLNNOP_ACLNN_FLAT_QUANT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFlatQuant: y[k] = kroneckerP1 @ x[k] @ kroneckerP2 for each matrix, quantized by quantScale[k] = max |y[k]| *
 * clipRatio / 7: out[k] = y[k] / quantScale[k], rounded to nearest even and limited to [-8, 7].
 * A matrix of zeros has the scale 0 and the result 0. NaN has no part in a scale and becomes 0.
 * Types: x, kroneckerP1 and kroneckerP2 FLOAT16, BFLOAT16 or FLOAT, all of one type; out INT32, each element with
 * eight INT4 of the last dimension, the first one in the lowest bits; quantScale FLOAT.
 * Arithmetic: that of matrix products (see aclnn_base.h), in float32 up to out.
 * Source: FlatQuant (Sun et al., 2024), and torch_npu's npu_kronecker_quant.
 *
 * @param[in] x  [K, M, N], N a multiple of 8
 * @param[in] kroneckerP1  [M, M]
 * @param[in] kroneckerP2  [N, N]
 * @param[in] clipRatio  above 0, at most 1
 * @param[out] out  [K, M, N / 8]
 * @param[out] quantScale  [K]
 */
ACLNN_API aclnnStatus aclnnFlatQuantGetWorkspaceSize(const aclTensor* x, const aclTensor* kroneckerP1,
                                                     const aclTensor* kroneckerP2, double clipRatio,
                                                     aclTensor* out, aclTensor* quantScale,
                                                     uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFlatQuant. */
ACLNN_API aclnnStatus aclnnFlatQuant(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FLAT_QUANT_H_ */
