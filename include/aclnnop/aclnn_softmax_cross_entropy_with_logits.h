/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSoftmaxCrossEntropyWithLogits: cross entropy of probabilities, and its gradient. */

#ifndef ACLNNOP_ACLNN_SOFTMAX_CROSS_ENTROPY_WITH_LOGITS_H_
#define ACLNNOP_ACLNN_SOFTMAX_CROSS_ENTROPY_WITH_LOGITS_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSoftmaxCrossEntropyWithLogits: loss = -sum of labels * log of softmax of a row of features, and
 * backprop = softmax - labels, its gradient where the labels of a row add up to 1. A label of 0 adds 0.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] features  [N, C]
 * @param[in] labels  probabilities, shape and type of features
 * @param[out] loss  [N], type of features
 * @param[out] backprop  shape and type of features
 */
ACLNN_API aclnnStatus aclnnSoftmaxCrossEntropyWithLogitsGetWorkspaceSize(const aclTensor* features,
                                                                         aclTensor* labels, aclTensor* loss,
                                                                         aclTensor* backprop,
                                                                         uint64_t* workspaceSize,
                                                                         aclOpExecutor** executor);
/** Phase two of aclnnSoftmaxCrossEntropyWithLogits. */
ACLNN_API aclnnStatus aclnnSoftmaxCrossEntropyWithLogits(void* workspace, uint64_t workspaceSize,
                                                         aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SOFTMAX_CROSS_ENTROPY_WITH_LOGITS_H_ */
