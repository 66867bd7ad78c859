/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnIncreFlashAttentionV2: attention of one query, with more arguments. */

#ifndef ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_V2_H_
#define ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIncreFlashAttentionV2: aclnnIncreFlashAttention with more arguments.
 *
 * @param[in] query,key,value,pseShift,attenMask,actualSeqLengths  as in aclnnIncreFlashAttention
 * @param[in] dequantScale1,quantScale1,dequantScale2,quantScale2,quantOffset2  not supported: NULL
 * @param[in] numHeads,scaleValue,inputLayout,numKeyValueHeads  as in aclnnIncreFlashAttention
 * @param[out] attentionOut  as in aclnnIncreFlashAttention
 * @return as aclnnIncreFlashAttention
 */
ACLNN_API aclnnStatus aclnnIncreFlashAttentionV2GetWorkspaceSize(
    const aclTensor* query, const aclTensorList* key, const aclTensorList* value, const aclTensor* pseShift,
    const aclTensor* attenMask, const aclIntArray* actualSeqLengths, const aclTensor* dequantScale1,
    const aclTensor* quantScale1, const aclTensor* dequantScale2, const aclTensor* quantScale2,
    const aclTensor* quantOffset2, int64_t numHeads, double scaleValue, char* inputLayout,
    int64_t numKeyValueHeads, const aclTensor* attentionOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnIncreFlashAttentionV2. */
ACLNN_API aclnnStatus aclnnIncreFlashAttentionV2(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_V2_H_ */
