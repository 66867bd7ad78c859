/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnQuantMatmulV4: scaled products of matrices of INT8 or INT4, with scales of rows. */

#ifndef ACLNNOP_ACLNN_QUANT_MATMUL_V4_H_
#define ACLNNOP_ACLNN_QUANT_MATMUL_V4_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnQuantMatmulV4: aclnnQuantMatmulV3 with a scale for each row. With the exact product acc:
 *
 *     out = (acc + bias) * scale * pertokenScale with a bias of INT32,  acc * scale * pertokenScale + bias
 *     with any other
 *
 * @param[in] x1  [.., m, k], or [.., k, m] with transposeX1; 2 to 6 dimensions; INT8, or INT32 with INT4
 * @param[in] x2  [.., k, n], or [.., n, k] with transposeX2; 2 to 6 dimensions; INT8, or INT32 with INT4;
 *     batches broadcast
 * @param[in] scale  1 or n elements; FLOAT, BFLOAT16, or words of aclnnTransQuantParam in UINT64 or INT64
 * @param[in] offset  1 or n elements, FLOAT, added last; NULL: that of the words, otherwise 0
 * @param[in] pertokenScaleOptional  m elements, FLOAT; NULL: 1
 * @param[in] bias  [n] or [batches, 1, n]; INT32, FLOAT, FLOAT16, BFLOAT16; NULL: none
 * @param[in] transposeX1  whether the last two dimensions of x1 are swapped
 * @param[in] transposeX2  whether the last two dimensions of x2 are swapped
 * @param[out] out  [.., m, n]; FLOAT16, BFLOAT16, FLOAT, INT8, INT32
 * @return 161002 for FRACTAL_NZ
 */
ACLNN_API aclnnStatus aclnnQuantMatmulV4GetWorkspaceSize(const aclTensor* x1, const aclTensor* x2,
                                                         const aclTensor* scale, const aclTensor* offset,
                                                         const aclTensor* pertokenScaleOptional,
                                                         const aclTensor* bias, bool transposeX1,
                                                         bool transposeX2, const aclTensor* out,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnQuantMatmulV4. */
ACLNN_API aclnnStatus aclnnQuantMatmulV4(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_QUANT_MATMUL_V4_H_ */
