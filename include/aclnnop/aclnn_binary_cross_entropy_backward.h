/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnBinaryCrossEntropyBackward: gradient of aclnnBinaryCrossEntropy for self. */

#ifndef ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_BACKWARD_H_
#define ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBinaryCrossEntropyBackward: out = gradOutput * weight * (self - target) / max(self * (1 - self),
 * 1e-12).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, in any mix, also of out. Computed in float64 if an input is
 * DOUBLE.
 * Shapes: target and out have the shape of self, gradOutput and weight broadcast to it. For a mean, the
 * gradient is divided by the number of elements of self.
 *
 * @param[in] gradOutput  gradient of the loss
 * @param[in] self  probabilities
 * @param[in] target  expected values
 * @param[in] weight  factor of each term; NULL: ones
 * @param[in] reduction  0 none, 1 mean, 2 sum
 * @param[out] out  gradient for self
 */
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target, const aclTensor* weight,
    int64_t reduction, aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnBinaryCrossEntropyBackward. */
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyBackward(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_BACKWARD_H_ */
