/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnIncreFlashAttentionV3: attention of one query to keys in pages. */

#ifndef ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_V3_H_
#define ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_V3_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIncreFlashAttentionV3: aclnnIncreFlashAttentionV2, with keys in pages, and keys and values of INT8.
 *
 * @param[in] query,key,value,pseShift,attenMask  as in aclnnIncreFlashAttentionV2
 * @param[in] actualSeqLengths  as in aclnnIncreFlashAttentionV2; required with blockTable
 * @param[in] dequantScale1,quantScale1,dequantScale2,quantScale2,quantOffset2  not supported: NULL
 * @param[in] antiquantScale,antiquantOffset  as in aclnnFusedInferAttentionScore, with antiquantMode 0
 * @param[in] blockTable  as in aclnnFusedInferAttentionScore
 * @param[in] numHeads,scaleValue,inputLayout,numKeyValueHeads  as in aclnnIncreFlashAttentionV2
 * @param[in] blockSize  as in aclnnFusedInferAttentionScore
 * @param[in] innerPrecise  0 to 3: no effect
 * @param[out] attentionOut  as in aclnnIncreFlashAttentionV2
 * @return as aclnnIncreFlashAttention
 */
ACLNN_API aclnnStatus aclnnIncreFlashAttentionV3GetWorkspaceSize(
    const aclTensor* query, const aclTensorList* key, const aclTensorList* value, const aclTensor* pseShift,
    const aclTensor* attenMask, const aclIntArray* actualSeqLengths, const aclTensor* dequantScale1,
    const aclTensor* quantScale1, const aclTensor* dequantScale2, const aclTensor* quantScale2,
    const aclTensor* quantOffset2, const aclTensor* antiquantScale, const aclTensor* antiquantOffset,
    const aclTensor* blockTable, int64_t numHeads, double scaleValue, char* inputLayout,
    int64_t numKeyValueHeads, int64_t blockSize, int64_t innerPrecise, const aclTensor* attentionOut,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnIncreFlashAttentionV3. */
ACLNN_API aclnnStatus aclnnIncreFlashAttentionV3(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_V3_H_ */
