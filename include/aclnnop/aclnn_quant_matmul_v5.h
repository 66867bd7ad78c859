/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnQuantMatmulV5: scaled products of matrices of INT8 or INT4, with names for the scales of both. */

#ifndef ACLNNOP_ACLNN_QUANT_MATMUL_V5_H_
#define ACLNNOP_ACLNN_QUANT_MATMUL_V5_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnQuantMatmulV5: aclnnQuantMatmulV4 with other names. Groups along k and scales of blocks are not
 * supported.
 *
 * @param[in] x1  [.., m, k], or [.., k, m] with transposeX1; 2 to 6 dimensions; INT8, or INT32 with INT4
 * @param[in] x2  [.., k, n], or [.., n, k] with transposeX2; 2 to 6 dimensions; INT8, or INT32 with INT4;
 *     batches broadcast
 * @param[in] x1Scale  scales of rows: m elements, FLOAT; NULL: 1
 * @param[in] x2Scale  1 or n elements; FLOAT, BFLOAT16, or words of aclnnTransQuantParam in UINT64 or INT64
 * @param[in] yScale  NULL, or without elements
 * @param[in] x1Offset  NULL, or without elements
 * @param[in] x2Offset  1 or n elements, FLOAT, added last; NULL: that of the words, otherwise 0
 * @param[in] yOffset  NULL, or without elements
 * @param[in] bias  [n] or [batches, 1, n]; INT32, FLOAT, FLOAT16, BFLOAT16; NULL: none
 * @param[in] transposeX1  whether the last two dimensions of x1 are swapped
 * @param[in] transposeX2  whether the last two dimensions of x2 are swapped
 * @param[in] groupSize  0
 * @param[out] out  [.., m, n]; FLOAT16, BFLOAT16, FLOAT, INT8, INT32
 * @return 161002 for FRACTAL_NZ
 */
ACLNN_API aclnnStatus aclnnQuantMatmulV5GetWorkspaceSize(const aclTensor* x1, const aclTensor* x2,
                                                         const aclTensor* x1Scale, const aclTensor* x2Scale,
                                                         const aclTensor* yScale, const aclTensor* x1Offset,
                                                         const aclTensor* x2Offset, const aclTensor* yOffset,
                                                         const aclTensor* bias, bool transposeX1,
                                                         bool transposeX2, int64_t groupSize, aclTensor* out,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnQuantMatmulV5. */
ACLNN_API aclnnStatus aclnnQuantMatmulV5(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_QUANT_MATMUL_V5_H_ */
