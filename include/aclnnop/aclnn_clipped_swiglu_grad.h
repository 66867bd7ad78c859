/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnClippedSwigluGrad: gradient of aclnnClippedSwiglu. */

#ifndef ACLNNOP_ACLNN_CLIPPED_SWIGLU_GRAD_H_
#define ACLNNOP_ACLNN_CLIPPED_SWIGLU_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnClippedSwigluGrad: with a and b as of aclnnClippedSwiglu and s = 1 / (1 + e^(-alpha a)), gradX is
 *
 *     gradY (b + bias) s (1 + alpha a (1 - s)) for x0, or 0 if x0 > limit
 *     gradY a s                                for x1, or 0 outside of -limit and limit
 *
 * The input has two halves x0 and x1 along dim: the first and the second one, or with interleaved the elements at even
 * and at odd places.
 * Rows after the sum of groupIndex become 0.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE; all tensors but groupIndex have one type.
 *
 * @param[in] gradY  gradient of the forward output
 * @param[in] x  forward input, 1 to 8 dimensions, an even size at dim
 * @param[in] groupIndexOptional  rows of each group, [G], INT64. NULL: all rows
 * @param[in] dim  dimension that is split into halves; negative: from the end
 * @param[in] alpha  factor in the exponent
 * @param[in] limit  bound of the halves
 * @param[in] bias  added to b
 * @param[in] interleaved  whether the halves alternate
 * @param[out] gradX  shape of x
 */
ACLNN_API aclnnStatus aclnnClippedSwigluGradGetWorkspaceSize(const aclTensor* gradY, const aclTensor* x,
                                                             const aclTensor* groupIndexOptional, int64_t dim,
                                                             double alpha, double limit, double bias,
                                                             bool interleaved, aclTensor* gradX,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnClippedSwigluGrad. */
ACLNN_API aclnnStatus aclnnClippedSwigluGrad(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CLIPPED_SWIGLU_GRAD_H_ */
