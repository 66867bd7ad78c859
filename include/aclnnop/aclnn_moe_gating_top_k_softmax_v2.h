/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMoeGatingTopKSoftmaxV2: the experts of tokens, by softmax before or after the choice. */

#ifndef ACLNNOP_ACLNN_MOE_GATING_TOP_K_SOFTMAX_V2_H_
#define ACLNNOP_ACLNN_MOE_GATING_TOP_K_SOFTMAX_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMoeGatingTopKSoftmaxV2: aclnnMoeGatingTopKSoftmax with a choice of where softmax is taken.
 *
 * @param[in] x  [tokens.., experts], 2 to 8 dimensions; FLOAT, FLOAT16, BFLOAT16
 * @param[in] finishedOptional  [tokens..], BOOL: the experts of these tokens are the number of experts; NULL:
 *     none
 * @param[in] k  1 to experts
 * @param[in] renorm  0: the largest elements of softmax(x); 1: softmax of the largest elements of x
 * @param[in] outputSoftmaxResultFlag  whether softmaxOutOptional is written, with renorm 0
 * @param[out] yOut  [tokens.., k], type of x
 * @param[out] expertIdxOut  [tokens.., k], INT32
 * @param[out] softmaxOutOptional  softmax(x), FLOAT, shape of x; not used otherwise, and may be NULL then
 */
ACLNN_API aclnnStatus aclnnMoeGatingTopKSoftmaxV2GetWorkspaceSize(
    const aclTensor* x, const aclTensor* finishedOptional, int64_t k, int64_t renorm,
    bool outputSoftmaxResultFlag, const aclTensor* yOut, const aclTensor* expertIdxOut,
    const aclTensor* softmaxOutOptional, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMoeGatingTopKSoftmaxV2. */
ACLNN_API aclnnStatus aclnnMoeGatingTopKSoftmaxV2(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MOE_GATING_TOP_K_SOFTMAX_V2_H_ */
