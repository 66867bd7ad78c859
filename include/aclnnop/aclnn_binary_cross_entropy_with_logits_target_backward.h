/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnBinaryCrossEntropyWithLogitsTargetBackward: gradient of aclnnBinaryCrossEntropyWithLogits for
 * target.
 */

#ifndef ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_TARGET_BACKWARD_H_
#define ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_TARGET_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBinaryCrossEntropyWithLogitsTargetBackward: gradTarget = gradOutput * weight * (log(1 -
 * sigmoid(self)) - posWeight * log(sigmoid(self))).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, in any mix, also of gradTarget. Computed in float64 if an input is
 * DOUBLE.
 * Shapes: target and gradTarget have the shape of self, gradOutput, weight and posWeight broadcast to it. For
 * a mean, the gradient is divided by the number of elements of self.
 *
 * @param[in] gradOutput  gradient of the loss
 * @param[in] self  logits
 * @param[in] target  expected values
 * @param[in] weight  factor of each term; NULL: ones
 * @param[in] posWeight  factor of the target's part of each term; NULL: ones
 * @param[in] reduction  0 none, 1 mean, 2 sum
 * @param[out] gradTarget  gradient for target
 */
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyWithLogitsTargetBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target, const aclTensor* weight,
    const aclTensor* posWeight, int64_t reduction, aclTensor* gradTarget, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnBinaryCrossEntropyWithLogitsTargetBackward. */
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyWithLogitsTargetBackward(void* workspace, uint64_t workspaceSize,
                                                                      aclOpExecutor* executor,
                                                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_TARGET_BACKWARD_H_ */
