/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnAvgPool2d: averages of windows of an image.
 */

#ifndef ACLNNOP_ACLNN_AVGPOOL2D_H_
#define ACLNNOP_ACLNN_AVGPOOL2D_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAvgPool2d, phase one: averages of windows of an image.
 *
 *     out[n, c, i, j] = (sum of self[n, c, y, x] over the window i, j) / divisor
 *
 * Window i goes from i * stride - padding on over kernelSize places, but not beyond input and padding; what
 * is in the padding counts as 0. There are floor((H + 2 * padding - kernelSize) / stride) + 1 windows (with
 * ceilMode the quotient is rounded up, and a last window that would begin behind the input is left out). The
 * divisor is the number of the window's places, with countIncludePad false of those in the input, or
 * divisorOverride.
 *
 * Types: FLOAT, FLOAT16 and DOUBLE on every product; BFLOAT16 where the emulated chip has it (OPENACLNN_SOC:
 * Atlas A2, A3, 950). Arithmetic: float32, float64 for DOUBLE, one rounding to nearest even; sums of up to 16
 * terms at a time, which are then added up. The same inputs give the same bits on any number of threads, in
 * any layout, on any processor.
 *
 * Tensors may have any strides and offset; "shape" is the shape of the view, of at most 8 dimensions. An
 * output may be one of the inputs or overlap them; it must not overlap itself.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory that
 * phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor).
 *
 * @param[in] self             [N, C, H, W] or [C, H, W]
 * @param[in] kernelSize       extents of a window: one value for both dims, or one each for height and width,
 *                             from 1 to 2^30
 * @param[in] strides          distance of windows, likewise; no value: kernelSize
 * @param[in] paddings         places around the input, likewise, from 0 to half of kernelSize
 * @param[in] ceilMode         the number of windows is rounded up: the last one may go beyond the padding
 * @param[in] countIncludePad  whether places of the padding count in the divisor
 * @param[in] divisorOverride  the divisor of all windows; 0: as countIncludePad says
 * @param[in] cubeMathType     -1 to 3; has no effect
 * @param[out] out             [N, C, Ho, Wo] or [C, Ho, Wo], type of self
 * @return a status; all cases of 161001 are looked at before any of 161002
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first)
 * - 161001: self, kernelSize, strides, paddings or out is NULL
 * - 161002: type of self not admitted; out of another
 * - 161002: strides or kernelSize with another number of values or out of range; paddings more than half of
 *           kernelSize; cubeMathType out of range
 * - 161002: self not of 3 or 4 dimensions, with a plane of no element or smaller than a window; H or W of
 *           2^24 or more; windows that have more than 2^26 places together along an axis
 * - 161002: out of another shape
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that leaves
 *           its storage, or a private format; an output with two elements in one place
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnAvgPool2dGetWorkspaceSize(const aclTensor* self, const aclIntArray* kernelSize,
                                                     const aclIntArray* strides, const aclIntArray* paddings,
                                                     const bool ceilMode, const bool countIncludePad,
                                                     const int64_t divisorOverride, const int8_t cubeMathType,
                                                     aclTensor* out, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);

/**
 * Phase two of aclnnAvgPool2d.
 *
 * It enqueues the planned work on a stream of the current context and returns without waiting for it. It
 * takes the workspace that phase one asked for (NULL if 0 bytes), and consumes the executor unless that is
 * repeatable.
 *
 * @return a status
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 *           executor of another operator; a workspace that shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 *           stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */
ACLNN_API aclnnStatus aclnnAvgPool2d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_AVGPOOL2D_H_ */
