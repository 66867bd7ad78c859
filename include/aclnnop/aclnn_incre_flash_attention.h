/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnIncreFlashAttention: attention of one query to all keys so far, for inference. */

#ifndef ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_H_
#define ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIncreFlashAttention: attention of one query of each sequence, as aclnnFusedInferAttentionScore
 * computes it.
 *
 * @param[in] query  the layout that inputLayout names, with one row of each sequence
 * @param[in] key,value,pseShift  as in aclnnFusedInferAttentionScore
 * @param[in] attenMask  BOOL, INT8 or UINT8, not 0: this key is hidden; [B, Skv], [B, 1, Skv] or [B, 1, 1,
 *     Skv], with B or 1; NULL: all keys are seen. The last dimension may be larger
 * @param[in] actualSeqLengths  the number of keys of each sequence, or one number for all; NULL or empty:
 *     all rows of key
 * @param[in] numHeads,scaleValue  as in aclnnFusedInferAttentionScore
 * @param[in] inputLayout  BSH, BSND or BNSD; not kept after the call
 * @param[in] numKeyValueHeads  as in aclnnFusedInferAttentionScore
 * @param[out] attentionOut  the result; like query, with heads of value's size
 * @return as aclnnFusedInferAttentionScore; also 161002 if query has more than one row
 */
ACLNN_API aclnnStatus aclnnIncreFlashAttentionGetWorkspaceSize(
    const aclTensor* query, const aclTensorList* key, const aclTensorList* value, const aclTensor* pseShift,
    const aclTensor* attenMask, const aclIntArray* actualSeqLengths, int64_t numHeads, double scaleValue,
    char* inputLayout, int64_t numKeyValueHeads, const aclTensor* attentionOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnIncreFlashAttention. */
ACLNN_API aclnnStatus aclnnIncreFlashAttention(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_INCRE_FLASH_ATTENTION_H_ */
