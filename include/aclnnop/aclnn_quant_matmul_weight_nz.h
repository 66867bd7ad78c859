/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnQuantMatmulWeightNz: products of INT8, scaled, by weights in FRACTAL_NZ. */

#ifndef ACLNNOP_ACLNN_QUANT_MATMUL_WEIGHT_NZ_H_
#define ACLNNOP_ACLNN_QUANT_MATMUL_WEIGHT_NZ_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnQuantMatmulWeightNz: aclnnQuantMatmulV5 with x2 of INT8 in the format FRACTAL_NZ: the view of a
 * tensor that aclnnNpuFormatCast gave, transposed or not, or one of its storage dimensions. A tensor that
 * has the label of the format, and the storage of a plain matrix, is a plain one.
 *
 * @param[in] x1  [.., m, k], or [.., k, m] with transposeX1; INT8
 * @param[in] x2  [.., k, n], or [.., n, k] with transposeX2; INT8
 * @param[in] x1Scale  [m], scales of rows; FLOAT; NULL: 1
 * @param[in] x2Scale  one, or [n], scales of columns; FLOAT, BFLOAT16, INT64, UINT64
 * @param[in] yScale  NULL, or a tensor without elements
 * @param[in] x1Offset  likewise
 * @param[in] x2Offset  one, or [n], added to what has been scaled; FLOAT; NULL: 0
 * @param[in] yOffset  as yScale
 * @param[in] bias  [n] or [batches, 1, n]; INT32 is added before the scales; FLOAT, FLOAT16 and BFLOAT16
 *   after them; NULL: none
 * @param[in] transposeX1  whether the last two dimensions of x1 are exchanged
 * @param[in] transposeX2  whether those of x2 are
 * @param[in] groupSize  0
 * @param[out] out  [.., m, n]; FLOAT16, BFLOAT16, FLOAT, INT8, INT32
 */
ACLNN_API aclnnStatus aclnnQuantMatmulWeightNzGetWorkspaceSize(
    const aclTensor* x1, const aclTensor* x2, const aclTensor* x1Scale, const aclTensor* x2Scale,
    const aclTensor* yScale, const aclTensor* x1Offset, const aclTensor* x2Offset, const aclTensor* yOffset,
    const aclTensor* bias, bool transposeX1, bool transposeX2, int64_t groupSize, aclTensor* out,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnQuantMatmulWeightNz. */
ACLNN_API aclnnStatus aclnnQuantMatmulWeightNz(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_QUANT_MATMUL_WEIGHT_NZ_H_ */
