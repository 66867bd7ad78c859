/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMultilabelMarginLoss: a margin between the classes of a sample and all others. */

#ifndef ACLNNOP_ACLNN_MULTILABEL_MARGIN_LOSS_H_
#define ACLNNOP_ACLNN_MULTILABEL_MARGIN_LOSS_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMultilabelMarginLoss: the loss of a sample is the sum over its classes t and all other classes c of
 * max(0, 1 - (self[t] - self[c])), divided by C; a difference that is NaN does not count. The classes of a sample are those of target before the first -1.
 * Types: FLOAT, FLOAT16, BFLOAT16, the same for self, out, isTarget; target INT64, INT32. If a class is outside [0, C),
 * nothing is written, and the next synchronize returns 507035. Source: PyTorch's
 * torch.nn.functional.multilabel_margin_loss.
 *
 * @param[in] self  [N, C] or [C], scores
 * @param[in] target  in the shape of self
 * @param[in] reduction  0 returns each loss, 1 their mean, 2 their sum
 * @param[out] out  [N], or one element
 * @param[out] isTarget  in the shape of self, 1 for a class of the sample, 0 for others
 * @return 161002 if reduction is another value, or there are no classes
 */
ACLNN_API aclnnStatus aclnnMultilabelMarginLossGetWorkspaceSize(const aclTensor* self,
                                                                const aclTensor* target, int64_t reduction,
                                                                aclTensor* out, aclTensor* isTarget,
                                                                uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);
/** Phase two of aclnnMultilabelMarginLoss. */
ACLNN_API aclnnStatus aclnnMultilabelMarginLoss(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MULTILABEL_MARGIN_LOSS_H_ */
