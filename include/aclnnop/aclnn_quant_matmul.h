/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnQuantMatmul, aclnnQuantMatmulV2: products of INT8 or INT4, scaled. */

#ifndef ACLNNOP_ACLNN_QUANT_MATMUL_H_
#define ACLNNOP_ACLNN_QUANT_MATMUL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnQuantMatmul: out = (x1 @ x2 + bias) * deqScale, with sums that are exact in INT32 and one rounding.
 * Types: x1 and x2 INT8, bias INT32, out FLOAT16.
 * Source: torch_npu's npu_quant_matmul with one scale.
 *
 * @param[in] x1  [.., m, k], 2 to 6 dimensions
 * @param[in] x2  [.., k, n], 2 to 6 dimensions; batches broadcast
 * @param[in] bias  [n]; NULL: none
 * @param[in] deqScale  the scale
 * @param[out] out  [.., m, n]
 */
ACLNN_API aclnnStatus aclnnQuantMatmulGetWorkspaceSize(const aclTensor* x1, const aclTensor* x2,
                                                       const aclTensor* bias, float deqScale, aclTensor* out,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnQuantMatmul. */
ACLNN_API aclnnStatus aclnnQuantMatmul(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

/**
 * aclnnQuantMatmulV2: aclnnQuantMatmulV3 with scales that are words of aclnnTransQuantParam, without
 * the argument offset, and with a result in FLOAT16.
 *
 * @param[in] x1  [.., m, k], or [.., k, m] with adjX1: INT8; or INT32, each element of which holds 8 INT4
 * @param[in] x2  [.., k, n], or [.., n, k] with adjX2; the types of x1
 * @param[in] bias  [n] or [batches, 1, n]; INT32, FLOAT, FLOAT16, BFLOAT16; NULL: none
 * @param[in] deqScale  one, n, or n rounded up to a multiple of 16, of which the first n are used; INT64,
 *   UINT64
 * @param[in] adjX1  whether the last two dimensions of x1 are exchanged
 * @param[in] adjX2  whether those of x2 are
 * @param[out] out  [.., m, n], FLOAT16
 */
ACLNN_API aclnnStatus aclnnQuantMatmulV2GetWorkspaceSize(const aclTensor* x1, const aclTensor* x2,
                                                         const aclTensor* bias, const aclTensor* deqScale,
                                                         bool adjX1, bool adjX2, aclTensor* out,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnQuantMatmulV2. */
ACLNN_API aclnnStatus aclnnQuantMatmulV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_QUANT_MATMUL_H_ */
