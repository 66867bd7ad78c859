/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnWeightQuantBatchMatmulV3: products with quantized weights, with a choice of precision. */

#ifndef ACLNNOP_ACLNN_WEIGHT_QUANT_BATCH_MATMUL_V3_H_
#define ACLNNOP_ACLNN_WEIGHT_QUANT_BATCH_MATMUL_V3_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnWeightQuantBatchMatmulV3: aclnnWeightQuantBatchMatmulV2 with innerPrecise, which has no effect.
 *
 * @param[in] x  [m, k]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] weight  [k, n], contiguous or transposed; INT8, or INT4
 * @param[in] antiquantScale  [1], [n] or [1, n], with groups [k / antiquantGroupSize rounded up, n]; FLOAT,
 *     FLOAT16, BFLOAT16
 * @param[in] antiquantOffsetOptional  shape of antiquantScale; FLOAT, FLOAT16, BFLOAT16; NULL: 0
 * @param[in] quantScaleOptional  NULL: quantized results are not supported
 * @param[in] quantOffsetOptional  NULL
 * @param[in] biasOptional  [n] or [1, n]; FLOAT, FLOAT16, BFLOAT16; NULL: none
 * @param[in] antiquantGroupSize  rows of weight that have the same scales; 0: all
 * @param[in] innerPrecise  0 or 1: every result has the higher precision
 * @param[out] y  [m, n], type of x
 */
ACLNN_API aclnnStatus aclnnWeightQuantBatchMatmulV3GetWorkspaceSize(
    const aclTensor* x, const aclTensor* weight, const aclTensor* antiquantScale,
    const aclTensor* antiquantOffsetOptional, const aclTensor* quantScaleOptional,
    const aclTensor* quantOffsetOptional, const aclTensor* biasOptional, int antiquantGroupSize,
    int innerPrecise, const aclTensor* y, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnWeightQuantBatchMatmulV3. */
ACLNN_API aclnnStatus aclnnWeightQuantBatchMatmulV3(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_WEIGHT_QUANT_BATCH_MATMUL_V3_H_ */
