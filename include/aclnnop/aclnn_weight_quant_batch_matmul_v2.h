/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnWeightQuantBatchMatmulV2: products with quantized weights. */

#ifndef ACLNNOP_ACLNN_WEIGHT_QUANT_BATCH_MATMUL_V2_H_
#define ACLNNOP_ACLNN_WEIGHT_QUANT_BATCH_MATMUL_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnWeightQuantBatchMatmulV2: y = x @ ((weight + antiquantOffset) * antiquantScale) + bias. The weight is
 * restored in float32, sums are those of aclnnMm, and y is rounded once. INT4 is a tensor of ACL_INT4, or
 * INT32 with 8 along the dimension of stride 1, the first one in the lowest bits. Sizes, strides and offsets
 * of ACL_INT4 must be multiples of 8, except the stride of 1.
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
 * @param[out] y  [m, n], type of x
 */
ACLNN_API aclnnStatus aclnnWeightQuantBatchMatmulV2GetWorkspaceSize(
    const aclTensor* x, const aclTensor* weight, const aclTensor* antiquantScale,
    const aclTensor* antiquantOffsetOptional, const aclTensor* quantScaleOptional,
    const aclTensor* quantOffsetOptional, const aclTensor* biasOptional, int antiquantGroupSize,
    const aclTensor* y, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnWeightQuantBatchMatmulV2. */
ACLNN_API aclnnStatus aclnnWeightQuantBatchMatmulV2(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_WEIGHT_QUANT_BATCH_MATMUL_V2_H_ */
