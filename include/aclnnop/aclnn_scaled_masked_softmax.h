/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnScaledMaskedSoftmax: softmax of scaled and masked rows. */

#ifndef ACLNNOP_ACLNN_SCALED_MASKED_SOFTMAX_H_
#define ACLNNOP_ACLNN_SCALED_MASKED_SOFTMAX_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnScaledMaskedSoftmax: y = softmax of x * scale along the last dimension, with -10000 in the place of
 * elements whose mask is true. A row without any other element becomes uniform.
 * Types: FLOAT, FLOAT16, BFLOAT16; mask BOOL.
 *
 * @param[in] x  [B, N, S1, S2]
 * @param[in] mask  [B, N, S1, S2], where B and N may be 1
 * @param[in] scale  factor of x
 * @param[in] fixedTriuMask  only false
 * @param[out] y  shape and type of x
 * @return 161002 if fixedTriuMask is true
 */
ACLNN_API aclnnStatus aclnnScaledMaskedSoftmaxGetWorkspaceSize(const aclTensor* x, const aclTensor* mask,
                                                               double scale, bool fixedTriuMask, aclTensor* y,
                                                               uint64_t* workspaceSize,
                                                               aclOpExecutor** executor);
/** Phase two of aclnnScaledMaskedSoftmax. */
ACLNN_API aclnnStatus aclnnScaledMaskedSoftmax(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SCALED_MASKED_SOFTMAX_H_ */
