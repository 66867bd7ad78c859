/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnClippedSwigluV2: gated linear unit of bounded halves, or of a bounded gate. */

#ifndef ACLNNOP_ACLNN_CLIPPED_SWIGLU_V2_H_
#define ACLNNOP_ACLNN_CLIPPED_SWIGLU_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnClippedSwigluV2: aclnnClippedSwiglu if clampMode is 0. If it is 1,
 * out = min(x0 / (1 + e^-x0), limit) times x1 kept within -limit and limit, without alpha and bias.
 * The input has two halves x0 and x1 along dim: the first and the second one, or with interleaved the elements at even
 * and at odd places.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE; out has the type of x. NaN stays NaN.
 *
 * @param[in] x  1 to 8 dimensions, an even size at dim
 * @param[in] groupIndexOptional  rows of each group, [G], INT64. NULL: all rows
 * @param[in] dim  dimension that is split into halves; negative: from the end
 * @param[in] alpha  factor in the exponent
 * @param[in] limit  bound of the halves
 * @param[in] bias  added to the second half
 * @param[in] interleaved  whether the halves alternate
 * @param[in] clampMode  0: bounds before the gate's function, 1: after it
 * @param[out] out  shape of x with half the size at dim
 */
ACLNN_API aclnnStatus aclnnClippedSwigluV2GetWorkspaceSize(const aclTensor* x,
                                                           const aclTensor* groupIndexOptional, int64_t dim,
                                                           double alpha, double limit, double bias,
                                                           bool interleaved, int64_t clampMode,
                                                           aclTensor* out, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);
/** Phase two of aclnnClippedSwigluV2. */
ACLNN_API aclnnStatus aclnnClippedSwigluV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CLIPPED_SWIGLU_V2_H_ */
