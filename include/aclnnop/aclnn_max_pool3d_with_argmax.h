/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMaxPool3dWithArgmax: max pooling of volumes with indices. */

#ifndef ACLNNOP_ACLNN_MAX_POOL3D_WITH_ARGMAX_H_
#define ACLNNOP_ACLNN_MAX_POOL3D_WITH_ARGMAX_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMaxPool3dWithArgmax: out = the largest element of each window, indices =
 * its position in the volume, (z * H + y) * W + x. Windows, their number, and
 * which element wins are those of aclnnMaxPool2dWithIndices, along three dims.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] self  [N, C, D, H, W] or [C, D, H, W], with volumes of 1 to 2^31 -
 * 1 elements
 * @param[in] kernelSize  sizes of a window: one value for all dims, or one each
 * for depth, height and width, from 1 to 2^30
 * @param[in] stride  distance between windows, one or three values; empty or 0:
 * kernelSize
 * @param[in] padding  positions of padding around the input, one or three
 * values, from 0 to half of kernelSize
 * @param[in] dilation  distance between the positions of a window, one or three
 * values from 1
 * @param[in] ceilMode  whether the number of windows is rounded up
 * @param[out] out  largest elements, [N, C, Do, Ho, Wo] or [C, Do, Ho, Wo],
 * type of self
 * @param[out] indices  INT32 or INT64, shape of out
 * @return 161002 if a volume has no elements or is smaller than a window
 */
ACLNN_API aclnnStatus aclnnMaxPool3dWithArgmaxGetWorkspaceSize(
    const aclTensor* self, const aclIntArray* kernelSize, const aclIntArray* stride,
    const aclIntArray* padding, const aclIntArray* dilation, bool ceilMode, aclTensor* out,
    aclTensor* indices, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMaxPool3dWithArgmax. */
ACLNN_API aclnnStatus aclnnMaxPool3dWithArgmax(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MAX_POOL3D_WITH_ARGMAX_H_ */
