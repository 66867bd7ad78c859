/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSoftmax: softmax over a dimension. */

#ifndef ACLNNOP_ACLNN_SOFTMAX_H_
#define ACLNNOP_ACLNN_SOFTMAX_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSoftmax: out = exp(self) / (sum of exp(self) over dim).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, also mixed between self and out.
 * Arithmetic: float32, or float64 if a tensor is DOUBLE; the sum is computed as in aclnnReduceSum; rounded
 * once. The largest element along dim is subtracted first, so that exponentials do not overflow. If an
 * element along dim is NaN or +infinity, or all elements are -infinity, the results along dim are NaN.
 * Source: PyTorch's torch.softmax.
 *
 * @param[in] self  tensor of any shape
 * @param[in] dim  dimension to work along
 * @param[out] out  shape of self
 */
ACLNN_API aclnnStatus aclnnSoftmaxGetWorkspaceSize(const aclTensor* self, int64_t dim, aclTensor* out,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSoftmax. */
ACLNN_API aclnnStatus aclnnSoftmax(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SOFTMAX_H_ */
