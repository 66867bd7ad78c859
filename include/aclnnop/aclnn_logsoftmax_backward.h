/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnLogSoftmaxBackward: gradient of aclnnLogSoftmax. */

#ifndef ACLNNOP_ACLNN_LOGSOFTMAX_BACKWARD_H_
#define ACLNNOP_ACLNN_LOGSOFTMAX_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLogSoftmaxBackward: out = gradOutput - exp(output) * (sum of gradOutput over dim).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. output has the type of gradOutput; out has any of these types.
 * Arithmetic: float32, or float64 if a tensor is DOUBLE; the sum is computed as in aclnnReduceSum; rounded
 * once.
 * Source: PyTorch's gradient of torch.log_softmax.
 *
 * @param[in] gradOutput  gradient of output of aclnnLogSoftmax
 * @param[in] output  output of aclnnLogSoftmax; shape and type of gradOutput
 * @param[in] dim  dimension to work along
 * @param[out] out  gradient of self; shape of gradOutput
 */
ACLNN_API aclnnStatus aclnnLogSoftmaxBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                              const aclTensor* output, int64_t dim,
                                                              aclTensor* out, uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);
/** Phase two of aclnnLogSoftmaxBackward. */
ACLNN_API aclnnStatus aclnnLogSoftmaxBackward(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LOGSOFTMAX_BACKWARD_H_ */
