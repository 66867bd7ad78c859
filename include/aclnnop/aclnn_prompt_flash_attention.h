/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnPromptFlashAttention: attention of whole prompts, for inference. */

#ifndef ACLNNOP_ACLNN_PROMPT_FLASH_ATTENTION_H_
#define ACLNNOP_ACLNN_PROMPT_FLASH_ATTENTION_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnPromptFlashAttention: attention of each head of each sequence, as aclnnFusedInferAttentionScore
 * computes it with sparseMode 0, and keys and values in one tensor each.
 *
 * @param[in] query,key,value,pseShift,attenMask,actualSeqLengths  as in aclnnFusedInferAttentionScore, where
 *     key and value are lists of one tensor
 * @param[in] numHeads,scaleValue,preTokens,nextTokens,inputLayout,numKeyValueHeads  as in
 *     aclnnFusedInferAttentionScore
 * @param[out] attentionOut  as in aclnnFusedInferAttentionScore
 * @return 161002 if inputLayout has T (TND, NTD and pairs of these), which requires lengths of keys, the
 *     argument of later versions; otherwise as in aclnnFusedInferAttentionScore
 */
ACLNN_API aclnnStatus aclnnPromptFlashAttentionGetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* pseShift,
    const aclTensor* attenMask, const aclIntArray* actualSeqLengths, int64_t numHeads, double scaleValue,
    int64_t preTokens, int64_t nextTokens, char* inputLayout, int64_t numKeyValueHeads,
    const aclTensor* attentionOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnPromptFlashAttention. */
ACLNN_API aclnnStatus aclnnPromptFlashAttention(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_PROMPT_FLASH_ATTENTION_H_ */
