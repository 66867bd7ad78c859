/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnLogSigmoid and aclnnLogSigmoidForward: the logarithm of the logistic function.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type.
 */

#ifndef ACLNNOP_ACLNN_LOGSIGMOID_H_
#define ACLNNOP_ACLNN_LOGSIGMOID_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLogSigmoid: out = -log(1 + e^-self).
 * @param[in] self  the input
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnLogSigmoidGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnLogSigmoid. */
ACLNN_API aclnnStatus aclnnLogSigmoid(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

/**
 * aclnnLogSigmoidForward: out = -log(1 + e^-self).
 * @param[in] self  forward input
 * @param[out] out  the shape of self
 * @param[in] buffer  not used; any value, may be NULL
 */
ACLNN_API aclnnStatus aclnnLogSigmoidForwardGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                             aclTensor* buffer, uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnLogSigmoidForward. */
ACLNN_API aclnnStatus aclnnLogSigmoidForward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LOGSIGMOID_H_ */
