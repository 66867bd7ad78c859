/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnIncreFlashAttentionV4: attention of one query, with keys after padding. */

#ifndef ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_V4_H_
#define ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_V4_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIncreFlashAttentionV4: aclnnIncreFlashAttentionV3, with keys after padding.
 *
 * @param[in] query,key,value,pseShift,attenMask,actualSeqLengths  as in aclnnIncreFlashAttentionV3
 * @param[in] dequantScale1,quantScale1,dequantScale2,quantScale2,quantOffset2  not supported: NULL
 * @param[in] antiquantScale,antiquantOffset,blockTable  as in aclnnIncreFlashAttentionV3
 * @param[in] kvPaddingSize  as in aclnnFusedInferAttentionScore
 * @param[in] numHeads,scaleValue,inputLayout,numKeyValueHeads,blockSize,innerPrecise  as in
 *     aclnnIncreFlashAttentionV3
 * @param[out] attentionOut  as in aclnnIncreFlashAttentionV3
 * @return as aclnnIncreFlashAttention
 */
ACLNN_API aclnnStatus aclnnIncreFlashAttentionV4GetWorkspaceSize(
    const aclTensor* query, const aclTensorList* key, const aclTensorList* value, const aclTensor* pseShift,
    const aclTensor* attenMask, const aclIntArray* actualSeqLengths, const aclTensor* dequantScale1,
    const aclTensor* quantScale1, const aclTensor* dequantScale2, const aclTensor* quantScale2,
    const aclTensor* quantOffset2, const aclTensor* antiquantScale, const aclTensor* antiquantOffset,
    const aclTensor* blockTable, const aclTensor* kvPaddingSize, int64_t numHeads, double scaleValue,
    char* inputLayout, int64_t numKeyValueHeads, int64_t blockSize, int64_t innerPrecise,
    const aclTensor* attentionOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnIncreFlashAttentionV4. */
ACLNN_API aclnnStatus aclnnIncreFlashAttentionV4(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_V4_H_ */
