/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFusedMatmul: a matrix product and what is done with it. */

#ifndef ACLNNOP_ACLNN_FUSED_MATMUL_H_
#define ACLNNOP_ACLNN_FUSED_MATMUL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFusedMatmul: y = f(x1 @ x2 + bias), where fusedOpType names f.
 * "" and "16cast32": y is the sum itself; "relu", "gelu_erf" and "gelu_tanh": their value of it; "add" and
 * "mul": its sum or product with x3.
 * Types: FLOAT, FLOAT16, BFLOAT16; all tensors have one type, but with "16cast32" y is FLOAT and the others
 * are FLOAT16 or BFLOAT16.
 * Arithmetic: that of matrix products (see aclnn_base.h); f is computed in float32, and the result is rounded
 * once.
 * Source: torch_npu's npu_fused_matmul; functions: PyTorch.
 *
 * @param[in] x1  [.., m, k], 2 to 6 dimensions
 * @param[in] x2  [.., k, n], 2 to 6 dimensions; batches broadcast
 * @param[in] bias  [n], or [1, n]; NULL: none
 * @param[in] x3  broadcasts to y; with "add" and "mul" only, NULL with the others
 * @param[in] fusedOpType  "", "16cast32", "relu", "gelu_erf", "gelu_tanh", "add" or "mul"
 * @param[in] cubeMathType  -1 to 4; no effect (see aclnn_base.h)
 * @param[out] y  [.., m, n]
 */
ACLNN_API aclnnStatus aclnnFusedMatmulGetWorkspaceSize(const aclTensor* x1, const aclTensor* x2,
                                                       const aclTensor* bias, const aclTensor* x3,
                                                       const char* fusedOpType, int8_t cubeMathType,
                                                       const aclTensor* y, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnFusedMatmul. */
ACLNN_API aclnnStatus aclnnFusedMatmul(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FUSED_MATMUL_H_ */
