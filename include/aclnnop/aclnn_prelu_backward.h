/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnPreluBackward: gradients of PReLU for its input and its weight. */

#ifndef ACLNNOP_ACLNN_PRELU_BACKWARD_H_
#define ACLNNOP_ACLNN_PRELU_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnPreluBackward: channels are dimension 1 of self; a self of 0 or 1 dimensions has one channel. w(i) is
 * the only weight, or that of the channel of element i: the elements of weight in row-major order, whatever
 * its shape (spec: aclnnPreluBackward; its printed formula indexes the weight by the first axis, but means
 * the channel):
 *
 *     gradInput[i]  = self[i] > 0 ? gradOutput[i] : gradOutput[i] * w(i)
 *     gradWeight[c] = sum over i of channel c (of all i if there is one weight) of
 *                     (self[i] > 0 ? 0 : gradOutput[i] * self[i])
 *
 * 0, -0.0 and NaN in self take the second branch. A positive element adds exactly 0 to gradWeight, even if
 * gradOutput is NaN or infinite there, and its gradInput does not depend on the weight. If self is empty,
 * gradWeight becomes 0 (if it has elements). Index map for aclSetInputTensorAddr: gradOutput 0, self 1,
 * weight 2; for aclSetOutputTensorAddr: gradInput 0, gradWeight 1.
 * Types: FLOAT, FLOAT16, BFLOAT16. Format: ND or any other plain format.
 *
 * @param[in] gradOutput  gradient of the forward output; shape of self, or one that broadcasts to it; type of
 *                        self
 * @param[in] self        forward input; 0-8 dimensions
 * @param[in] weight      1 element, or as many as self has channels (self then needs a dimension); type of
 *                        self
 * @param[out] gradInput  shape and type of self (the prototype of the specification spells it gradIntput)
 * @param[out] gradWeight type of self; shape of weight if weight has 1 element, otherwise 1-D, [channels]
 * @return a common status code, or
 * - 161001: gradOutput, self, weight, gradInput or gradWeight is NULL
 * - 161002: the type of self is not supported; one of the other tensors has another type
 * - 161002: gradInput does not have the shape of self
 * - 161002: weight has neither 1 element nor one per channel; several weights for self of 0 dimensions
 * - 161002: gradWeight does not have the shape of weight (1 element; [1,1] is not [1]) or is not [channels]
 * - 161002: gradOutput does not broadcast to the shape of self, or would enlarge it
 */
ACLNN_API aclnnStatus aclnnPreluBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                         const aclTensor* weight, aclTensor* gradInput,
                                                         aclTensor* gradWeight, uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);
/** Phase two of aclnnPreluBackward. */
ACLNN_API aclnnStatus aclnnPreluBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_PRELU_BACKWARD_H_ */
