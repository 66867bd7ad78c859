/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnModulate: sequences scaled and shifted by numbers of each image. */

#ifndef ACLNNOP_ACLNN_MODULATE_H_
#define ACLNNOP_ACLNN_MODULATE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnModulate: out = self * (1 + scale) + shift.
 * Types: FLOAT, FLOAT16, BFLOAT16; all tensors have one type. 1 + scale is rounded to FLOAT, then one fused
 * multiply-add follows.
 *
 * @param[in] self  [B, L, D]
 * @param[in] scaleOptional  [B, D] or [B, 1, D]; NULL: 0
 * @param[in] shiftOptional  [B, D] or [B, 1, D]; NULL: 0
 * @param[out] out  shape of self
 */
ACLNN_API aclnnStatus aclnnModulateGetWorkspaceSize(const aclTensor* self, const aclTensor* scaleOptional,
                                                    const aclTensor* shiftOptional, aclTensor* out,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnModulate. */
ACLNN_API aclnnStatus aclnnModulate(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MODULATE_H_ */
