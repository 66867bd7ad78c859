/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAvgPool2d: average pooling. */

#ifndef ACLNNOP_ACLNN_AVGPOOL2D_H_
#define ACLNNOP_ACLNN_AVGPOOL2D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAvgPool2d: average pooling.
 *
 *     out[n, c, i, j] = (sum of self[n, c, y, x] over the window i, j) / divisor
 *
 * Window i starts at i * stride - padding and covers kernelSize positions, but not beyond input and padding;
 * positions in the padding count as 0. There are floor((H + 2 * padding - kernelSize) / stride) + 1 windows
 * (with ceilMode the quotient is rounded up, and a last window that would begin after the input is left out).
 * The divisor is the number of positions of the window (if countIncludePad is false, of those in the input),
 * or divisorOverride.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Arithmetic: sums of up to 16 terms at a time, which are then
 * added.
 *
 * @param[in] self  [N, C, H, W] or [C, H, W]
 * @param[in] kernelSize  sizes of a window: one value for both dims, or one each for height and width, from 1
 *     to 2^30
 * @param[in] strides  distance between windows, one or two values; empty: kernelSize
 * @param[in] paddings  positions of padding around the input, one or two values, from 0 to half of kernelSize
 * @param[in] ceilMode  whether the number of windows is rounded up, so that the last one may extend beyond
 *     the padding
 * @param[in] countIncludePad  whether positions of the padding count in the divisor
 * @param[in] divisorOverride  the divisor of all windows; 0: see countIncludePad
 * @param[in] cubeMathType  -1 to 3; no effect (see aclnn_base.h)
 * @param[out] out  [N, C, Ho, Wo] or [C, Ho, Wo], type of self
 * @return 161002 if a plane has no elements or is smaller than a window; H or W is 2^24 or more; the windows
 *     along an axis have more than 2^26 positions in total
 */
ACLNN_API aclnnStatus aclnnAvgPool2dGetWorkspaceSize(const aclTensor* self, const aclIntArray* kernelSize,
                                                     const aclIntArray* strides, const aclIntArray* paddings,
                                                     const bool ceilMode, const bool countIncludePad,
                                                     const int64_t divisorOverride, const int8_t cubeMathType,
                                                     aclTensor* out, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);
/** Phase two of aclnnAvgPool2d. */
ACLNN_API aclnnStatus aclnnAvgPool2d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_AVGPOOL2D_H_ */
