/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMseLossBackward: gradient of the mean squared error for its first argument. */

#ifndef ACLNNOP_ACLNN_MSE_LOSS_BACKWARD_H_
#define ACLNNOP_ACLNN_MSE_LOSS_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMseLossBackward: the three inputs broadcast against each other (spec: aclnnMseLossBackward), and
 *
 *     out = k * (self - target) * gradOutput
 *     k   = 2                for reduction 0 (none) and 2 (sum)
 *     k   = 2 / numel(self)  for reduction 1 (mean); self before broadcasting, 1 for 0 dimensions
 *
 * Any of the three inputs may enlarge the result, including gradOutput. NaN and infinities follow the formula
 * (inf - inf and 0 * inf are NaN), and so does a difference or a product beyond the range of float32. Any
 * empty input makes out empty: success without work. Index map for aclSetInputTensorAddr: gradOutput 0, self
 * 1, target 2; for aclSetOutputTensorAddr: out 0.
 * Types: FLOAT, FLOAT16, BFLOAT16. Format: ND or any other plain format. Arithmetic: float32.
 *
 * @param[in] gradOutput  gradient of the loss; 0-8 dimensions, broadcastable, type of self
 * @param[in] self        prediction; 0-8 dimensions
 * @param[in] target      target; 0-8 dimensions, broadcastable, type of self
 * @param[in] reduction   0 none, 1 mean, 2 sum
 * @param[out] out        the broadcast shape of the three; any supported type, also another than self's
 * @return a common status code, or
 * - 161001: gradOutput, self, target or out is NULL
 * - 161002: the type of self or out is not supported; gradOutput or target has another type than self
 * - 161002: reduction is not 0, 1 or 2
 * - 161002: gradOutput, self and target do not broadcast; out does not have the resulting shape
 */
ACLNN_API aclnnStatus aclnnMseLossBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                           const aclTensor* target, int64_t reduction,
                                                           aclTensor* out, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);
/** Phase two of aclnnMseLossBackward. */
ACLNN_API aclnnStatus aclnnMseLossBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MSE_LOSS_BACKWARD_H_ */
