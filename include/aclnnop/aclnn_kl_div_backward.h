/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnKlDivBackward: gradient of aclnnKlDiv for self. */

#ifndef ACLNNOP_ACLNN_KL_DIV_BACKWARD_H_
#define ACLNNOP_ACLNN_KL_DIV_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnKlDivBackward: out = -target * gradOutput, also where target is negative; for logarithms
 * -exp(target) * gradOutput.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, in any mix, also of out. Computed in float64 if an input is
 * DOUBLE.
 * Shapes: gradOutput, self and target broadcast to the shape of out. For a mean, the gradient is divided by
 * the number of elements of self and target broadcast. For a mean over the batch, it is divided by the size
 * of dimension 0 of self.
 *
 * @param[in] gradOutput  gradient of the loss
 * @param[in] self  logarithms of probabilities
 * @param[in] target  probabilities, or their logarithms
 * @param[in] reduction  0 none, 1 mean, 2 sum, 3 the sum divided by the size of dimension 0 of self
 * @param[in] logTarget  whether target holds logarithms
 * @param[out] out  gradient for self
 */
ACLNN_API aclnnStatus aclnnKlDivBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                         const aclTensor* target, int64_t reduction,
                                                         bool logTarget, aclTensor* out,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnKlDivBackward. */
ACLNN_API aclnnStatus aclnnKlDivBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_KL_DIV_BACKWARD_H_ */
