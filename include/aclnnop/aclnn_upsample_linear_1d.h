/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUpsampleLinear1d: linear resizing of a signal. */

#ifndef ACLNNOP_ACLNN_UPSAMPLE_LINEAR_1D_H_
#define ACLNNOP_ACLNN_UPSAMPLE_LINEAR_1D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUpsampleLinear1d: linear resizing. Position i of the output is at p:
 *
 *     alignCorners:  p = i * s, s = (L - 1) / (Lo - 1), 0 if Lo is 1
 *     otherwise:     p = max(0, (i + 0.5) * s - 0.5), s = 1 / scale if that is positive, otherwise L / Lo
 *
 * With y = floor(p) and t = p - y, the result takes self at y with weight 1 - t and at min(y + 1, L - 1) with
 * weight t; if L is Lo, it takes self at i. Positions and weights are float32.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] self  [N, C, L], L from 1 to 2^24 - 1
 * @param[in] outputSize  Lo, from 1 to 2^24 - 1
 * @param[in] alignCorners  true: the centres of the corner elements stay in place, false: their outer edges
 * @param[in] scale  factor of the length; if not positive, it follows from the shapes
 * @param[out] out  [N, C, Lo], type of self
 */
ACLNN_API aclnnStatus aclnnUpsampleLinear1dGetWorkspaceSize(const aclTensor* self,
                                                            const aclIntArray* outputSize, bool alignCorners,
                                                            double scale, aclTensor* out,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnUpsampleLinear1d. */
ACLNN_API aclnnStatus aclnnUpsampleLinear1d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UPSAMPLE_LINEAR_1D_H_ */
