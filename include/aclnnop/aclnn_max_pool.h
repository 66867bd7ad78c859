/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMaxPool: max pooling as ONNX has it. */

#ifndef ACLNNOP_ACLNN_MAX_POOL_H_
#define ACLNNOP_ACLNN_MAX_POOL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMaxPool: out = the largest element of each window.
 * Windows are those of aclnnMaxPool2dWithIndices, but the padding before and
 * after the input may differ, and strides are 1 if there are none. Along H
 * there are floor((H + before + after - kernel) / stride) + 1 windows. With
 * ceilMode the quotient is rounded up, and a last window that would begin after
 * the input and the padding before it is left out. Padding never wins. Types:
 * FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] self  [N, C, H, W] or [C, H, W], with planes of 1 to 2^31 - 1
 * elements
 * @param[in] kernelShape  sizes of a window, one value or one each for height
 * and width, from 1 to 2^30
 * @param[in] strides  distance between windows, one or two values; empty: 1
 * @param[in] autoPad  0
 * @param[in] pads  none, one value, two for height and width, or four: top,
 * left, bottom, right; at most half of kernelShape
 * @param[in] dilations  none, or values of 1
 * @param[in] ceilMode  other than 0: the number of windows is rounded up
 * @param[out] out  [N, C, Ho, Wo] or [C, Ho, Wo], type of self
 * @return 161002 if autoPad is not 0, a dilation is not 1, or a plane is
 * smaller than a window
 */
ACLNN_API aclnnStatus aclnnMaxPoolGetWorkspaceSize(const aclTensor* self, const aclIntArray* kernelShape,
                                                   const aclIntArray* strides, const int64_t autoPad,
                                                   const aclIntArray* pads, const aclIntArray* dilations,
                                                   const int64_t ceilMode, aclTensor* out,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMaxPool. */
ACLNN_API aclnnStatus aclnnMaxPool(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MAX_POOL_H_ */
