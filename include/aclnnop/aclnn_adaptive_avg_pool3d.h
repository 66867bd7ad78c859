/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAdaptiveAvgPool3d: average pooling of volumes to a given size. */

#ifndef ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL3D_H_
#define ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL3D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAdaptiveAvgPool3d: averages of as many windows as outputSize asks for.
 *
 *     out[n, c, d, i, j] = mean of self[n, c, z, y, x] over the window d, i, j
 *
 * Window i along a size D holds the positions from floor(i * D / Do) to ceil((i + 1) * D / Do) - 1.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] self  [N, C, D, H, W] or [C, D, H, W]; D, H and W from 1 to 2^24 - 1
 * @param[in] outputSize  Do, Ho and Wo, or one value for all of them, from 0 to 2^24 - 1
 * @param[out] out  [N, C, Do, Ho, Wo] or [C, Do, Ho, Wo], type of self
 */
ACLNN_API aclnnStatus aclnnAdaptiveAvgPool3dGetWorkspaceSize(const aclTensor* self,
                                                             const aclIntArray* outputSize, aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnAdaptiveAvgPool3d. */
ACLNN_API aclnnStatus aclnnAdaptiveAvgPool3d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL3D_H_ */
