/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnApplyRotaryPosEmbV2: rotary position embedding of query and key, in place, in any mode. */

#ifndef ACLNNOP_ACLNN_APPLY_ROTARY_POS_EMB_V2_H_
#define ACLNNOP_ACLNN_APPLY_ROTARY_POS_EMB_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnApplyRotaryPosEmbV2: aclnnApplyRotaryPosEmb in a mode of aclnnRotaryPositionEmbedding.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in,out] queryRef  [B, S, N, D], [S, B, N, D], [B, N, S, D] or [T, N, D]; D is even and at most 1024
 * @param[in,out] keyRef  likewise; its N may be another one
 * @param[in] cos  cosines; as many dimensions as queryRef, each as in queryRef and keyRef or 1, the last one
 *     D
 * @param[in] sin  sines; shape of cos
 * @param[in] layout  1 (BSND), 2 (SBND), 3 (BNSD) or 4 (TND, which may have 4 dimensions)
 * @param[in] rotaryMode  "half" (mode 0), "interleave" (1) or "quarter" (2: D is a multiple of 4)
 */
ACLNN_API aclnnStatus aclnnApplyRotaryPosEmbV2GetWorkspaceSize(aclTensor* queryRef, aclTensor* keyRef,
                                                               const aclTensor* cos, const aclTensor* sin,
                                                               int64_t layout, char* rotaryMode,
                                                               uint64_t* workspaceSize,
                                                               aclOpExecutor** executor);
/** Phase two of aclnnApplyRotaryPosEmbV2. */
ACLNN_API aclnnStatus aclnnApplyRotaryPosEmbV2(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_APPLY_ROTARY_POS_EMB_V2_H_ */
