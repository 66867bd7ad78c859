/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnBinaryCrossEntropy: binary cross entropy of probabilities. */

#ifndef ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_H_
#define ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBinaryCrossEntropy: without reduction, out = t; otherwise the mean or the sum of t. t = -weight *
 * (target * max(log(self), -100) + (1 - target) * max(log(1 - self), -100)); NaN if self is outside [0, 1].
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, in any mix, also of out. Computed in float64 if an input is
 * DOUBLE.
 * Shapes: target has the shape of self, weight broadcasts to it. Without reduction out has that shape,
 * otherwise one element. The mean of no elements is NaN, their sum is 0.
 *
 * @param[in] self  probabilities
 * @param[in] target  expected values
 * @param[in] weight  factor of each term; NULL: ones
 * @param[in] reduction  0 none, 1 mean, 2 sum
 * @param[out] out  the loss
 */
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyGetWorkspaceSize(const aclTensor* self, const aclTensor* target,
                                                              const aclTensor* weight, int64_t reduction,
                                                              aclTensor* out, uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);
/** Phase two of aclnnBinaryCrossEntropy. */
ACLNN_API aclnnStatus aclnnBinaryCrossEntropy(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_H_ */
