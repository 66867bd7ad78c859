/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnQuantize: quantization by scales and zero points. */

#ifndef ACLNNOP_ACLNN_QUANTIZE_H_
#define ACLNNOP_ACLNN_QUANTIZE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnQuantize: out = x / scales + zeroPoints, rounded to nearest (ties to even) and saturated to the range
 * of out. NaN becomes 0. Arithmetic: float32; the highest INT32 is 2147483520.
 *
 * @param[in] x  0 to 8 dimensions; FLOAT, FLOAT16, BFLOAT16
 * @param[in] scales  one element, or as many as x has along axis, in a separate dimension; types as x
 * @param[in] zeroPoints  as scales; INT32, INT8, UINT8 or types as x; NULL: 0
 * @param[in] dtype  aclDataType of out
 * @param[in] axis  dimension of x; negative values count from the end
 * @param[out] out  shape of x; INT8, UINT8 or INT32
 */
ACLNN_API aclnnStatus aclnnQuantizeGetWorkspaceSize(const aclTensor* x, const aclTensor* scales,
                                                    const aclTensor* zeroPoints, int32_t dtype, int32_t axis,
                                                    aclTensor* out, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor);
/** Phase two of aclnnQuantize. */
ACLNN_API aclnnStatus aclnnQuantize(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_QUANTIZE_H_ */
