/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnScaledMaskedSoftmaxBackward: gradient of softmax of scaled and masked rows. */

#ifndef ACLNNOP_ACLNN_SCALED_MASKED_SOFTMAX_BACKWARD_H_
#define ACLNNOP_ACLNN_SCALED_MASKED_SOFTMAX_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnScaledMaskedSoftmaxBackward: out = (gradOutput - sum of gradOutput * y) * y * scale, with sums along
 * the last dimension, and 0 where mask is true.
 * Types: FLOAT, FLOAT16, BFLOAT16; mask BOOL.
 *
 * @param[in] gradOutput  [B, N, S1, S2]
 * @param[in] y  result of aclnnScaledMaskedSoftmax, shape and type of gradOutput
 * @param[in] mask  [B, N, S1, S2], where B and N may be 1
 * @param[in] scale  factor that x had
 * @param[in] fixTriuMask  only false
 * @param[out] out  gradient for x, shape and type of gradOutput
 * @return 161002 if fixTriuMask is true
 */
ACLNN_API aclnnStatus aclnnScaledMaskedSoftmaxBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* y, const aclTensor* mask, double scale, bool fixTriuMask,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnScaledMaskedSoftmaxBackward. */
ACLNN_API aclnnStatus aclnnScaledMaskedSoftmaxBackward(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SCALED_MASKED_SOFTMAX_BACKWARD_H_ */
