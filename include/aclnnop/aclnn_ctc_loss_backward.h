/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnCtcLossBackward: gradient of aclnnCtcLoss. */

#ifndef ACLNNOP_ACLNN_CTC_LOSS_BACKWARD_H_
#define ACLNNOP_ACLNN_CTC_LOSS_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnCtcLossBackward: out = the gradient of aclnnCtcLoss for logProbs, as if these were the output of a
 * log-softmax: gradOut times the difference of the probability of each class and its share in all alignments
 * of the target. Steps after the end of a sequence have a gradient of 0.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE; targets also INT64, INT32, INT16, INT8, UINT8, BOOL. All other
 * tensors have the type of logProbs. All is computed in float64 and rounded once. If a label is outside [0,
 * C), nothing is written, and the next synchronize returns 507035. Source: PyTorch's
 * torch.ops.aten._ctc_loss_backward.
 *
 * @param[in] gradOut  gradient of negLogLikelihood
 * @param[in] logProbs  [T, N, C] or [T, C], logarithms of probabilities
 * @param[in] targets  [N, S], or the labels of all sequences in one dimension
 * @param[in] inputLengths  number of steps of each sequence, from 0 to T
 * @param[in] targetLengths  number of labels of each sequence
 * @param[in] negLogLikelihood  output of aclnnCtcLoss
 * @param[in] logAlpha  output of aclnnCtcLoss
 * @param[in] blank  class of the blank, from 0 to C - 1
 * @param[in] zeroInfinity  whether a target without an alignment has a gradient of 0 instead of NaN
 * @param[out] out  shape of logProbs
 * @return 161002 if a length or blank is outside its range
 */
ACLNN_API aclnnStatus aclnnCtcLossBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclTensor* logProbs, const aclTensor* targets,
    const aclIntArray* inputLengths, const aclIntArray* targetLengths, const aclTensor* negLogLikelihood,
    const aclTensor* logAlpha, int64_t blank, bool zeroInfinity, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnCtcLossBackward. */
ACLNN_API aclnnStatus aclnnCtcLossBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CTC_LOSS_BACKWARD_H_ */
