/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnPromptFlashAttentionV3: attention of whole prompts, with more arguments. */

#ifndef ACLNNOP_ACLNN_PROMPT_FLASH_ATTENTION_V3_H_
#define ACLNNOP_ACLNN_PROMPT_FLASH_ATTENTION_V3_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnPromptFlashAttentionV3: aclnnPromptFlashAttentionV2 with one more argument.
 *
 * @param[in] query,key,value,pseShift,attenMask,actualSeqLengths,actualSeqLengthsKv  as in
 *     aclnnPromptFlashAttentionV2
 * @param[in] deqScale1,quantScale1,deqScale2,quantScale2,quantOffset2  not supported: NULL
 * @param[in] numHeads,scaleValue,preTokens,nextTokens,inputLayout,numKeyValueHeads,sparseMode  as in
 *     aclnnPromptFlashAttentionV2
 * @param[in] innerPrecise  0 to 3: no effect
 * @param[out] attentionOut  as in aclnnFusedInferAttentionScore
 * @return as aclnnFusedInferAttentionScore
 */
ACLNN_API aclnnStatus aclnnPromptFlashAttentionV3GetWorkspaceSize(
    const aclTensor* query, const aclTensor* key, const aclTensor* value, const aclTensor* pseShift,
    const aclTensor* attenMask, const aclIntArray* actualSeqLengths, const aclIntArray* actualSeqLengthsKv,
    const aclTensor* deqScale1, const aclTensor* quantScale1, const aclTensor* deqScale2,
    const aclTensor* quantScale2, const aclTensor* quantOffset2, int64_t numHeads, double scaleValue,
    int64_t preTokens, int64_t nextTokens, char* inputLayout, int64_t numKeyValueHeads, int64_t sparseMode,
    int64_t innerPrecise, const aclTensor* attentionOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnPromptFlashAttentionV3. */
ACLNN_API aclnnStatus aclnnPromptFlashAttentionV3(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_PROMPT_FLASH_ATTENTION_V3_H_ */
