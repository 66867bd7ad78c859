/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAdaptiveAvgPool2d: adaptive average pooling. */

#ifndef ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL2D_H_
#define ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL2D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAdaptiveAvgPool2d: adaptive average pooling, with as many windows as out has positions.
 *
 *     out[n, c, i, j] = mean of self[n, c, y, x] over floor(i * H / Ho) <= y < ceil((i + 1) * H / Ho)
 *     and floor(j * W / Wo) <= x < ceil((j + 1) * W / Wo)
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Arithmetic: sums of up to 16 terms at a time, which are then
 * added.
 *
 * @param[in] self  [N, C, H, W] or [C, H, W], H and W from 1 to 2^24 - 1
 * @param[in] outputSize  Ho and Wo, or one value for both, 0 or more
 * @param[out] out  [N, C, Ho, Wo] or [C, Ho, Wo], type of self
 * @return 161002 if H or W of out is 2^24 or more
 */
ACLNN_API aclnnStatus aclnnAdaptiveAvgPool2dGetWorkspaceSize(const aclTensor* self,
                                                             const aclIntArray* outputSize, aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnAdaptiveAvgPool2d. */
ACLNN_API aclnnStatus aclnnAdaptiveAvgPool2d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADAPTIVE_AVG_POOL2D_H_ */
