/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAdaptiveMaxPool2d: max pooling of images to a given size. */

#ifndef ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL2D_H_
#define ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL2D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAdaptiveMaxPool2d: outputOut = the largest element of each window, indicesOut = its position in the
 * plane, y * W + x.
 * Window i along a size H holds the positions from floor(i * H / Ho) to ceil((i + 1) * H / Ho) - 1. Among
 * equal elements the first one in row-major order wins, and the last NaN over all.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE.
 *
 * @param[in] self  [N, C, H, W] or [C, H, W], with planes of 1 to 2^31 - 1 elements
 * @param[in] outputSize  Ho and Wo, or one value for all of them, from 0 to 2^31 - 1
 * @param[out] outputOut  largest elements, [N, C, Ho, Wo] or [C, Ho, Wo], type of self
 * @param[out] indicesOut  INT64, shape of outputOut
 */
ACLNN_API aclnnStatus aclnnAdaptiveMaxPool2dGetWorkspaceSize(const aclTensor* self,
                                                             const aclIntArray* outputSize,
                                                             aclTensor* outputOut, aclTensor* indicesOut,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnAdaptiveMaxPool2d. */
ACLNN_API aclnnStatus aclnnAdaptiveMaxPool2d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADAPTIVE_MAX_POOL2D_H_ */
