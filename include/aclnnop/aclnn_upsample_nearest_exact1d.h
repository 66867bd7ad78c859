/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUpsampleNearestExact1d: resizing of a signal by nearest neighbour, measured from centres. */

#ifndef ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT1D_H_
#define ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT1D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUpsampleNearestExact1d: resizing; each element is copied from the place that contains its centre. A
 * size L is resized to Lo with
 *
 *     place = min(floor((i + 0.5) * scale), L - 1), scale = 1 / scales if that is positive, otherwise L / Lo
 *
 * in float32.
 * Types: FLOAT, FLOAT16, BFLOAT16, UINT8.
 *
 * @param[in] self  [N, C, L], L from 1 to 2^24 - 1
 * @param[in] outputSize  Lo, from 1 to 2^24 - 1
 * @param[in] scales  factor of the length; if not positive, it follows from the shapes
 * @param[out] out  [N, C, Lo], type of self
 */
ACLNN_API aclnnStatus aclnnUpsampleNearestExact1dGetWorkspaceSize(const aclTensor* self,
                                                                  const aclIntArray* outputSize,
                                                                  double scales, aclTensor* out,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);
/** Phase two of aclnnUpsampleNearestExact1d. */
ACLNN_API aclnnStatus aclnnUpsampleNearestExact1d(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UPSAMPLE_NEAREST_EXACT1D_H_ */
