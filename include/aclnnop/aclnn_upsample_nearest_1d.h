/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUpsampleNearest1d: resizing of a signal by nearest neighbour. */

#ifndef ACLNNOP_ACLNN_UPSAMPLE_NEAREST_1D_H_
#define ACLNNOP_ACLNN_UPSAMPLE_NEAREST_1D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUpsampleNearest1d: resizing by nearest neighbour.
 *
 *     out[n, c, i] = self[n, c, min(floor(i * scale), L - 1)]
 *
 * scale is L / Lo, in float32. Elements are copied unchanged.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, UINT8.
 *
 * @param[in] self  [N, C, L], L from 1 to 2^24 - 1
 * @param[in] outputSize  Lo, from 1 to 2^24 - 1
 * @param[out] out  [N, C, Lo], type of self
 */
ACLNN_API aclnnStatus aclnnUpsampleNearest1dGetWorkspaceSize(const aclTensor* self,
                                                             const aclIntArray* outputSize, aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnUpsampleNearest1d. */
ACLNN_API aclnnStatus aclnnUpsampleNearest1d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UPSAMPLE_NEAREST_1D_H_ */
