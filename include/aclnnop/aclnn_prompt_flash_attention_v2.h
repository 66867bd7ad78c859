/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnPromptFlashAttentionV2: attention of whole prompts, with lengths of keys. */

#ifndef ACLNNOP_ACLNN_PROMPT_FLASH_ATTENTION_V2_H_
#define ACLNNOP_ACLNN_PROMPT_FLASH_ATTENTION_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnPromptFlashAttentionV2: aclnnPromptFlashAttention with lengths of keys, and sparse modes.
 *
 * @param[in] query,key,value,pseShift,attenMask,actualSeqLengths  as in aclnnPromptFlashAttention
 * @param[in] actualSeqLengthsKv  as in aclnnFusedInferAttentionScore
 * @param[in] deqScale1,quantScale1,deqScale2,quantScale2,quantOffset2  not supported: NULL
 * @param[in] numHeads,scaleValue,preTokens,nextTokens,inputLayout,numKeyValueHeads  as in
 *     aclnnPromptFlashAttention
 * @param[in] sparseMode  as in aclnnFusedInferAttentionScore
 * @param[out] attentionOut  as in aclnnFusedInferAttentionScore
 * @return as aclnnFusedInferAttentionScore
 */
ACLNN_API aclnnStatus aclnnPromptFlashAttentionV2GetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* pseShift,
    const aclTensor* attenMask, const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
    const aclTensor* deqScale1, const aclTensor* quantScale1, const aclTensor* deqScale2,
    const aclTensor* quantScale2, const aclTensor* quantOffset2, int64_t numHeads, double scaleValue,
    int64_t preTokens, int64_t nextTokens, char* inputLayout, int64_t numKeyValueHeads, int64_t sparseMode,
    const aclTensor* attentionOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnPromptFlashAttentionV2. */
ACLNN_API aclnnStatus aclnnPromptFlashAttentionV2(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_PROMPT_FLASH_ATTENTION_V2_H_ */
