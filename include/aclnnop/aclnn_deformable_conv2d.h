/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnDeformableConv2d: convolution whose taps are moved by offsets. */

#ifndef ACLNNOP_ACLNN_DEFORMABLE_CONV2D_H_
#define ACLNNOP_ACLNN_DEFORMABLE_CONV2D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnDeformableConv2d: a 2-D convolution that reads its input at moved places, and multiplies what it reads by
 * factors. Tap (i, j) of output position (h, w) is read at y = h * stride - top + i * dilation + its y offset, and
 * x = w * stride - left + j * dilation + its x offset, by bilinear interpolation; pixels outside of the image are 0.
 * All channels of an offset group have the same offsets and factors.
 * Types: FLOAT, FLOAT16, BFLOAT16, the same for all tensors. Places are computed in float64.
 * Arithmetic: that of matrix products (see aclnn_base.h).
 * Shapes: Ho = floor((H + top + bottom - dilation * (kernel rows - 1) - 1) / stride) + 1, and Wo likewise; at
 * least 1, or 0 if x has a dimension of size 0.
 * Source: torchvision.ops.deform_conv2d, whose offsets are pairs (y, x).
 *
 * @param[in] x  [N, C, H, W]
 * @param[in] weight  [Co, C / groups, kernel rows, kernel columns]
 * @param[in] offset  [N, 3 * deformableGroups * taps, Ho, Wo]: the x offsets of all offset groups and taps, then the
 *     y offsets, then the factors
 * @param[in] biasOptional  [Co]; may be NULL
 * @param[in] kernelSize  rows and columns of the kernel
 * @param[in] stride  [1, 1, rows, columns], from 1
 * @param[in] padding  top, bottom, left, right, from 0
 * @param[in] dilation  [1, 1, rows, columns], from 1
 * @param[in] groups  number of independent groups of channels
 * @param[in] deformableGroups  number of groups of channels with separate offsets
 * @param[in] modulated  true
 * @param[out] out  [N, Co, Ho, Wo]
 * @param[out] deformOutOptional  [N, C, Ho * kernel rows, Wo * kernel columns]: what the taps read, times their
 *     factors; may be NULL
 * @return 161002 if groups or deformableGroups does not divide the channels
 */
ACLNN_API aclnnStatus aclnnDeformableConv2dGetWorkspaceSize(
    const aclTensor* x, const aclTensor* weight, const aclTensor* offset, const aclTensor* biasOptional,
    const aclIntArray* kernelSize, const aclIntArray* stride, const aclIntArray* padding,
    const aclIntArray* dilation, int64_t groups, int64_t deformableGroups, bool modulated, aclTensor* out,
    aclTensor* deformOutOptional, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDeformableConv2d. */
ACLNN_API aclnnStatus aclnnDeformableConv2d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_DEFORMABLE_CONV2D_H_ */
