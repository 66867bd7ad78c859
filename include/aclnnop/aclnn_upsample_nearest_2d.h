/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUpsampleNearest2d: resizes an image by nearest neighbour. */

#ifndef ACLNNOP_ACLNN_UPSAMPLE_NEAREST_2D_H_
#define ACLNNOP_ACLNN_UPSAMPLE_NEAREST_2D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUpsampleNearest2d: resizing by nearest neighbour.
 *
 *     out[n, c, i, j] = self[n, c, min(floor(i * scale), H - 1), min(floor(j * scale), W - 1)]
 *
 * scale is H / Ho or W / Wo, in float32.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, UINT8. Elements are copied unchanged.
 *
 * @param[in] self  [N, C, H, W], H and W from 1 to 2^24 - 1
 * @param[in] outputSize  Ho and Wo, from 1 to 2^24 - 1
 * @param[out] out  [N, C, Ho, Wo], type of self
 */
ACLNN_API aclnnStatus aclnnUpsampleNearest2dGetWorkspaceSize(const aclTensor* self,
                                                             const aclIntArray* outputSize, aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnUpsampleNearest2d. */
ACLNN_API aclnnStatus aclnnUpsampleNearest2d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UPSAMPLE_NEAREST_2D_H_ */
