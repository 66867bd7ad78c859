/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnBinaryCrossEntropyWithLogits: binary cross entropy of logits. */

#ifndef ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_H_
#define ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBinaryCrossEntropyWithLogits: without reduction, out = t; otherwise the mean or the sum of t. t =
 * weight * ((1 - target) * self + (1 + (posWeight - 1) * target) * log(1 + exp(-self))), computed without
 * overflow.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, in any mix, also of out. Computed in float64 if an input is
 * DOUBLE.
 * Shapes: target has the shape of self, weight and posWeight broadcast to it. Without reduction out has that
 * shape, otherwise one element. The mean of no elements is NaN, their sum is 0.
 *
 * @param[in] self  logits
 * @param[in] target  expected values
 * @param[in] weight  factor of each term; NULL: ones
 * @param[in] posWeight  factor of the target's part of each term; NULL: ones
 * @param[in] reduction  0 none, 1 mean, 2 sum
 * @param[out] out  the loss
 */
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
    const aclTensor* self, const aclTensor* target, const aclTensor* weight, const aclTensor* posWeight,
    int64_t reduction, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnBinaryCrossEntropyWithLogits. */
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyWithLogits(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_H_ */
