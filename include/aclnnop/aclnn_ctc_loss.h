/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnCtcLoss: connectionist temporal classification. */

#ifndef ACLNNOP_ACLNN_CTC_LOSS_H_
#define ACLNNOP_ACLNN_CTC_LOSS_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnCtcLoss: negLogLikelihoodOut = the negative log of the probability of each target, summed over all
 * alignments with the steps of its sequence, and logAlphaOut = the log of the probability of the first steps
 * and of the state in which they end. A target of S labels has 2 S + 1 states, its labels with blanks around
 * them. Elements that no path reaches are -infinity.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE; targets also INT64, INT32, INT16, INT8, UINT8, BOOL. All other
 * tensors have the type of logProbs. All is computed in float64 and rounded once. If a label is outside [0,
 * C), nothing is written, and the next synchronize returns 507035. Source: PyTorch's
 * torch.nn.functional.ctc_loss.
 *
 * @param[in] logProbs  [T, N, C] or [T, C], logarithms of probabilities
 * @param[in] targets  [N, S], or the labels of all sequences in one dimension
 * @param[in] inputLengths  number of steps of each sequence, from 0 to T
 * @param[in] targetLengths  number of labels of each sequence
 * @param[in] blank  class of the blank, from 0 to C - 1
 * @param[in] zeroInfinity  whether a target without an alignment has a loss of 0 instead of infinity
 * @param[out] negLogLikelihoodOut  [N], or without dimensions
 * @param[out] logAlphaOut  [N, T, W] with W of at least 2 * the longest target + 1; without N also [T, W]
 * @return 161002 if a length or blank is outside its range
 */
ACLNN_API aclnnStatus aclnnCtcLossGetWorkspaceSize(const aclTensor* logProbs, const aclTensor* targets,
                                                   const aclIntArray* inputLengths,
                                                   const aclIntArray* targetLengths, int64_t blank,
                                                   bool zeroInfinity, aclTensor* negLogLikelihoodOut,
                                                   aclTensor* logAlphaOut, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor);
/** Phase two of aclnnCtcLoss. */
ACLNN_API aclnnStatus aclnnCtcLoss(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CTC_LOSS_H_ */
