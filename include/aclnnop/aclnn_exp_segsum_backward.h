/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnExpSegsumBackward: gradient of aclnnExpSegsum. */

#ifndef ACLNNOP_ACLNN_EXP_SEGSUM_BACKWARD_H_
#define ACLNNOP_ACLNN_EXP_SEGSUM_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnExpSegsumBackward: gradInput[.., k] = sum of gradOutput[.., i, j] * gradSelf[.., i, j] for j < k <= i.
 * Types: FLOAT, FLOAT16, BFLOAT16; all tensors have one type. Arithmetic: products and sums in float64, rounded
 * once.
 *
 * @param[in] gradOutput  gradient of the forward output, [.., N, N], 4 or 5 dimensions
 * @param[in] gradSelf  the forward output; shape of gradOutput
 * @param[out] gradInput  [.., N]
 */
ACLNN_API aclnnStatus aclnnExpSegsumBackwardGetWorkspaceSize(const aclTensor* gradOutput,
                                                             const aclTensor* gradSelf, aclTensor* gradInput,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnExpSegsumBackward. */
ACLNN_API aclnnStatus aclnnExpSegsumBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_EXP_SEGSUM_BACKWARD_H_ */
