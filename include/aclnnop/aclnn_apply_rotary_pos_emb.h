/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnApplyRotaryPosEmb: rotary position embedding of query and key, in place. */

#ifndef ACLNNOP_ACLNN_APPLY_ROTARY_POS_EMB_H_
#define ACLNNOP_ACLNN_APPLY_ROTARY_POS_EMB_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnApplyRotaryPosEmb: mode 0 of aclnnRotaryPositionEmbedding for two tensors, in place.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in,out] queryRef  [B, S, N, D], [S, B, N, D], [B, N, S, D] or [T, N, D]; D is even and at most 1024
 * @param[in,out] keyRef  likewise; its N may be another one
 * @param[in] cos  cosines; as many dimensions as queryRef, each as in queryRef and keyRef or 1, the last one
 *     D
 * @param[in] sin  sines; shape of cos
 * @param[in] layout  1 (BSND), 2 (SBND), 3 (BNSD) or 4 (TND, which may have 4 dimensions)
 */
ACLNN_API aclnnStatus aclnnApplyRotaryPosEmbGetWorkspaceSize(aclTensor* queryRef, aclTensor* keyRef,
                                                             const aclTensor* cos, const aclTensor* sin,
                                                             int64_t layout, uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnApplyRotaryPosEmb. */
ACLNN_API aclnnStatus aclnnApplyRotaryPosEmb(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_APPLY_ROTARY_POS_EMB_H_ */
