/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAvgPool2dBackward: gradient of average pooling. */

#ifndef ACLNNOP_ACLNN_AVGPOOL2D_BACKWARD_H_
#define ACLNNOP_ACLNN_AVGPOOL2D_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAvgPool2dBackward: the gradient of aclnnAvgPool2d.
 *
 *     gradInput[n, c, y, x] = sum of gradOutput[n, c, i, j] / divisor over the windows i, j that hold y, x
 *
 * The windows and divisors are those of aclnnAvgPool2d.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Arithmetic: sums of up to 16 terms at a time, which are then
 * added.
 *
 * @param[in] gradOutput  gradient of the output, [N, C, Ho, Wo] or [C, Ho, Wo], type of self
 * @param[in] self  forward input, [N, C, H, W] or [C, H, W]; only its shape is used
 * @param[in] kernelSize  sizes of a window: one value for both dims, or one each for height and width, from 1
 *     to 2^30
 * @param[in] stride  distance between windows, one or two values; empty: kernelSize
 * @param[in] padding  positions of padding around the input, one or two values, from 0 to half of kernelSize
 * @param[in] ceilMode  as in aclnnAvgPool2d
 * @param[in] countIncludePad  whether positions of the padding count in the divisor
 * @param[in] divisorOverride  the divisor of all windows; 0: see countIncludePad
 * @param[in] cubeMathType  -1 to 3; no effect (see aclnn_base.h)
 * @param[out] gradInput  shape and type of self
 * @return 161002 if a plane has no elements or is smaller than a window; H or W is 2^24 or more; the windows
 *     along an axis have more than 2^26 positions in total
 */
ACLNN_API aclnnStatus aclnnAvgPool2dBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclIntArray* kernelSize,
    const aclIntArray* stride, const aclIntArray* padding, bool ceilMode, bool countIncludePad,
    int64_t divisorOverride, int8_t cubeMathType, aclTensor* gradInput, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnAvgPool2dBackward. */
ACLNN_API aclnnStatus aclnnAvgPool2dBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_AVGPOOL2D_BACKWARD_H_ */
