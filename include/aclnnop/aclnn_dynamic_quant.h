/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnDynamicQuant: rows quantized by scales that follow from their own numbers. */

#ifndef ACLNNOP_ACLNN_DYNAMIC_QUANT_H_
#define ACLNNOP_ACLNN_DYNAMIC_QUANT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnDynamicQuant: each row of x, along its last dimension, is quantized by its own scale:
 *
 *     t = x * smoothScales,  scale = max |t| / q,  y = t / scale, rounded to the nearest integer (ties to
 *     even)
 *
 * q is 127 for INT8 and 7 for INT4. A row of zeros has scale 0 and y 0. NaN becomes 0 and does not count in
 * the maximum. Arithmetic: float32. The documents do not describe ties, rows of zeros and NaN.
 *
 * @param[in] x  1 to 8 dimensions; FLOAT, FLOAT16, BFLOAT16
 * @param[in] smoothScalesOptional  [last dimension of x], types as x; NULL: 1
 * @param[out] y  shape of x, INT8; or INT32, whose last dimension is that of x divided by 8: each element
 *     holds 8 INT4, the first one in the lowest bits
 * @param[out] scale  shape of x without its last dimension, FLOAT
 */
ACLNN_API aclnnStatus aclnnDynamicQuantGetWorkspaceSize(const aclTensor* x,
                                                        const aclTensor* smoothScalesOptional,
                                                        const aclTensor* y, const aclTensor* scale,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDynamicQuant. */
ACLNN_API aclnnStatus aclnnDynamicQuant(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_DYNAMIC_QUANT_H_ */
