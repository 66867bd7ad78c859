/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnResize: an image in another size, by scales. */

#ifndef ACLNNOP_ACLNN_RESIZE_H_
#define ACLNNOP_ACLNN_RESIZE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnResize: an image of floor(H * scales[2]) by floor(W * scales[3]) pixels, each from the nearest pixel, or
 * from its neighbours, weighed. Where a pixel is located follows from the two sizes, as in aclnnUpsampleNearest2d
 * and aclnnUpsampleBilinear2d without aligned corners.
 * Types: FLOAT, FLOAT16, BFLOAT16. Arithmetic: that of those operators; the sizes in float32.
 *
 * @param[in] self  [N, C, H, W], or [N, H, W, C] with format NHWC
 * @param[in] scales  4 numbers, of which the first two, for N and C, have no effect
 * @param[in] mode  "nearest" or "bilinear"
 * @param[out] out  the new size, type of self
 */
ACLNN_API aclnnStatus aclnnResizeGetWorkspaceSize(const aclTensor* self, const aclFloatArray* scales,
                                                  const char* mode, aclTensor* out, uint64_t* workspaceSize,
                                                  aclOpExecutor** executor);
/** Phase two of aclnnResize. */
ACLNN_API aclnnStatus aclnnResize(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_RESIZE_H_ */
