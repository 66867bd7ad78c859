/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAscendAntiQuant: numbers from quantized ones. */

#ifndef ACLNNOP_ACLNN_ASCEND_ANTI_QUANT_H_
#define ACLNNOP_ACLNN_ASCEND_ANTI_QUANT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAscendAntiQuant: y = (x + offset) * scale. Arithmetic: float32, rounded to y once.
 *
 * @param[in] x  INT8; or INT32, each element of which holds 8 INT4 along the last dimension, the first one in
 *     the lowest bits
 * @param[in] scale  one element, or as many as the last dimension of y has, in a separate dimension; FLOAT,
 *     FLOAT16, BFLOAT16
 * @param[in] offset  as scale; NULL: 0
 * @param[in] dstType  aclDataType of y
 * @param[in] sqrtMode  multiply by scale twice
 * @param[out] y  shape of x, for INT4 with 8 times its last dimension; FLOAT, FLOAT16, BFLOAT16
 */
ACLNN_API aclnnStatus aclnnAscendAntiQuantGetWorkspaceSize(const aclTensor* x, const aclTensor* scale,
                                                           const aclTensor* offset, int64_t dstType,
                                                           bool sqrtMode, const aclTensor* y,
                                                           uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAscendAntiQuant. */
ACLNN_API aclnnStatus aclnnAscendAntiQuant(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ASCEND_ANTI_QUANT_H_ */
