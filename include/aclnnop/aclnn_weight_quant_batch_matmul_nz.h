/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnWeightQuantBatchMatmulNz: products with quantized weights in FRACTAL_NZ. */

#ifndef ACLNNOP_ACLNN_WEIGHT_QUANT_BATCH_MATMUL_NZ_H_
#define ACLNNOP_ACLNN_WEIGHT_QUANT_BATCH_MATMUL_NZ_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnWeightQuantBatchMatmulNz: aclnnWeightQuantBatchMatmulV2 with a weight of INT8 in FRACTAL_NZ.
 * weight has that label and its storage dimensions (see aclnn_npu_format_cast.h). Its view shows the matrix, contiguous
 * or transposed, or is the storage dimensions. With the label and fewer than 4 storage dimensions, and with any plain
 * format, it is as aclnnWeightQuantBatchMatmulV2 has it. Results are those of that operator.
 *
 * @param[in] x  [m, k]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] weight  [k, n]; INT8 in FRACTAL_NZ, or plain INT8 or INT4
 * @param[in] antiquantScale  [1], [n] or [1, n], with groups [k / antiquantGroupSize rounded up, n]; FLOAT,
 *     FLOAT16, BFLOAT16
 * @param[in] antiquantOffsetOptional  shape of antiquantScale; FLOAT, FLOAT16, BFLOAT16; NULL: 0
 * @param[in] quantScaleOptional  NULL: quantized results are not supported
 * @param[in] quantOffsetOptional  NULL
 * @param[in] biasOptional  [n] or [1, n]; FLOAT, FLOAT16, BFLOAT16; NULL: none
 * @param[in] antiquantGroupSize  rows of weight that have the same scales; 0: all
 * @param[out] y  [m, n], type of x
 */
ACLNN_API aclnnStatus aclnnWeightQuantBatchMatmulNzGetWorkspaceSize(
    const aclTensor* x, const aclTensor* weight, const aclTensor* antiquantScale,
    const aclTensor* antiquantOffsetOptional, const aclTensor* quantScaleOptional,
    const aclTensor* quantOffsetOptional, const aclTensor* biasOptional, int antiquantGroupSize,
    const aclTensor* y, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnWeightQuantBatchMatmulNz. */
ACLNN_API aclnnStatus aclnnWeightQuantBatchMatmulNz(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_WEIGHT_QUANT_BATCH_MATMUL_NZ_H_ */
