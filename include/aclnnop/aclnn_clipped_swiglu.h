/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnClippedSwiglu: gated linear unit of bounded halves. */

#ifndef ACLNNOP_ACLNN_CLIPPED_SWIGLU_H_
#define ACLNNOP_ACLNN_CLIPPED_SWIGLU_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnClippedSwiglu: out = a / (1 + e^(-alpha a)) (b + bias), with a = min(x0, limit) and b = x1 kept within -limit and
 * limit.
 * The input has two halves x0 and x1 along dim: the first and the second one, or with interleaved the elements at even
 * and at odd places.
 * The rows are the dimensions before dim. With groupIndex only its sum of rows is computed; the others become 0.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE; out has the type of x. NaN stays NaN.
 *
 * @param[in] x  1 to 8 dimensions, an even size at dim
 * @param[in] groupIndexOptional  rows of each group, [G], INT64. NULL: all rows
 * @param[in] dim  dimension that is split into halves; negative: from the end
 * @param[in] alpha  factor in the exponent
 * @param[in] limit  bound of the halves
 * @param[in] bias  added to b
 * @param[in] interleaved  whether the halves alternate
 * @param[out] out  shape of x with half the size at dim
 */
ACLNN_API aclnnStatus aclnnClippedSwigluGetWorkspaceSize(const aclTensor* x,
                                                         const aclTensor* groupIndexOptional, int64_t dim,
                                                         double alpha, double limit, double bias,
                                                         bool interleaved, aclTensor* out,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnClippedSwiglu. */
ACLNN_API aclnnStatus aclnnClippedSwiglu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CLIPPED_SWIGLU_H_ */
