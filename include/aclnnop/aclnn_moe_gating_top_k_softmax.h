/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeGatingTopKSoftmax: the experts of tokens, by softmax. */

#ifndef ACLNNOP_ACLNN_MOE_GATING_TOP_K_SOFTMAX_H_
#define ACLNNOP_ACLNN_MOE_GATING_TOP_K_SOFTMAX_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeGatingTopKSoftmax: for each token the k largest elements of softmax(x), in descending order, and
 * which experts they are. Of equal elements the first one comes first. NaN is larger than any number.
 * Arithmetic: float32, rounded to y once.
 *
 * @param[in] x  [tokens.., experts], 2 to 8 dimensions; FLOAT, FLOAT16, BFLOAT16
 * @param[in] finishedOptional  [tokens..], BOOL: the experts of these tokens are the number of experts; NULL:
 *     none
 * @param[in] k  1 to experts
 * @param[out] yOut  [tokens.., k], type of x
 * @param[out] expertIdxOut  [tokens.., k], INT32
 * @param[out] rowIdxOut  [tokens.., k], INT32: element (i, j) is j * tokens + i
 */
ACLNN_API aclnnStatus aclnnMoeGatingTopKSoftmaxGetWorkspaceSize(
    const aclTensor* x, const aclTensor* finishedOptional, int64_t k, const aclTensor* yOut,
    const aclTensor* expertIdxOut, const aclTensor* rowIdxOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnMoeGatingTopKSoftmax. */
ACLNN_API aclnnStatus aclnnMoeGatingTopKSoftmax(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_GATING_TOP_K_SOFTMAX_H_ */
