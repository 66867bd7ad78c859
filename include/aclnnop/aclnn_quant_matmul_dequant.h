/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnQuantMatmulDequant: product of a matrix that is quantized first with one of INT8. */

#ifndef ACLNNOP_ACLNN_QUANT_MATMUL_DEQUANT_H_
#define ACLNNOP_ACLNN_QUANT_MATMUL_DEQUANT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnQuantMatmulDequant: out = (q @ weight + biasOptional) * weightScale * s, where q = x *
 * smoothScaleOptional / s, rounded to nearest (ties to even) and saturated to INT8.
 * s is xScaleOptional, or max(abs(x * smoothScaleOptional)) / 127 of the row.
 * Arithmetic: q is computed in float32. Sums of products are exact in INT32, modulo 2^32. What follows is
 * float64, rounded once. NaN becomes 0 in q.
 *
 * @param[in] x  [m, k]; FLOAT16, BFLOAT16 or FLOAT
 * @param[in] weight  [n, k] if transposeWeight is true, otherwise [k, n]; INT8
 * @param[in] weightScale  [1] or [n]; FLOAT; with "pertensor" also INT64 or UINT64: the low 32 bits are a
 *     FLOAT that is weightScale * s, the others are ignored
 * @param[in] biasOptional  [n]; INT32; NULL: 0
 * @param[in] xScaleOptional  s; FLOAT, FLOAT16 or BFLOAT16; [m] or NULL with "pertoken", [1] with "pertensor"
 * @param[in] xOffsetOptional  not supported: NULL
 * @param[in] smoothScaleOptional  [k]; FLOAT16, BFLOAT16 or FLOAT; NULL: 1
 * @param[in] xQuantMode  "pertoken" (or NULL, "") or "pertensor". Not kept after the call
 * @param[in] transposeWeight  whether weight is [n, k]
 * @param[out] out  [m, n]; FLOAT16, BFLOAT16 or FLOAT
 * @return 161002 if xOffsetOptional is not NULL, or xScaleOptional is NULL with "pertensor": the available
 *     documentation does not describe what is computed then
 */
ACLNN_API aclnnStatus aclnnQuantMatmulDequantGetWorkspaceSize(
    const aclTensor* x, const aclTensor* weight, const aclTensor* weightScale, const aclTensor* biasOptional,
    const aclTensor* xScaleOptional, const aclTensor* xOffsetOptional, const aclTensor* smoothScaleOptional,
    char* xQuantMode, bool transposeWeight, const aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnQuantMatmulDequant. */
ACLNN_API aclnnStatus aclnnQuantMatmulDequant(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_QUANT_MATMUL_DEQUANT_H_ */
