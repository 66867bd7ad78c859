/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSwiGluQuantV2: gated activations, quantized, with kinds of groups. */

#ifndef ACLNNOP_ACLNN_SWI_GLU_QUANT_V2_H_
#define ACLNNOP_ACLNN_SWI_GLU_QUANT_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSwiGluQuantV2: aclnnSwiGluQuant with a choice of what groupIndexOptional holds.
 *
 * @param[in] x  [.., 2 * n]; FLOAT, FLOAT16, BFLOAT16
 * @param[in] smoothScalesOptional  [n] without groups, [groups, n] or [groups]; FLOAT; NULL: 1
 * @param[in] offsetsOptional  the same; not used in the mode "dynamic"; NULL: 0
 * @param[in] groupIndexOptional  [groups], INT32 or INT64; NULL: one group
 * @param[in] activateLeft  whether the first half is activated; otherwise the second one
 * @param[in] quantModeOptional  "dynamic" or "static"; NULL is "dynamic"
 * @param[in] groupListType  0: where groups end; 1: how many rows they have
 * @param[in] dstType  aclDataType of yOut: ACL_INT8 or ACL_INT32; for INT4 in INT32 also ACL_INT4
 * @param[out] yOut  [.., n], INT8; or INT32 [.., n / 8], each element of which holds 8 INT4
 * @param[out] scaleOut  [..], FLOAT; not used in the mode "static"
 */
ACLNN_API aclnnStatus aclnnSwiGluQuantV2GetWorkspaceSize(
    const aclTensor* x, const aclTensor* smoothScalesOptional, const aclTensor* offsetsOptional,
    const aclTensor* groupIndexOptional, bool activateLeft, char* quantModeOptional, int64_t groupListType,
    int64_t dstType, const aclTensor* yOut, const aclTensor* scaleOut, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnSwiGluQuantV2. */
ACLNN_API aclnnStatus aclnnSwiGluQuantV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SWI_GLU_QUANT_V2_H_ */
