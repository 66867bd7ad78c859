/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnDropoutDoMask: applies a dropout mask. */

#ifndef ACLNNOP_ACLNN_DROPOUT_DO_MASK_H_
#define ACLNNOP_ACLNN_DROPOUT_DO_MASK_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnDropoutDoMask: out = self / (1 - prob) if the mask bit is 1, otherwise 0; all 0 for a prob of 1. The
 * mask is a dropout mask (see aclnn_base.h).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. A dropped element is 0 whatever its value.
 * @param[in] self  input
 * @param[in] mask  the mask
 * @param[in] prob  probability that an element is dropped, from 0 to 1, when the mask was computed
 * @param[out] out  the shape of self
 * @return 161002 if the probability is outside [0, 1] or NaN
 */
ACLNN_API aclnnStatus aclnnDropoutDoMaskGetWorkspaceSize(const aclTensor* self, const aclTensor* mask,
                                                         double prob, aclTensor* out, uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);
/** Phase two of aclnnDropoutDoMask. */
ACLNN_API aclnnStatus aclnnDropoutDoMask(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_DROPOUT_DO_MASK_H_ */
