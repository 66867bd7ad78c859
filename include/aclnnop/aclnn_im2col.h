/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnIm2col: the windows of a convolution as columns. */

#ifndef ACLNNOP_ACLNN_IM2COL_H_
#define ACLNNOP_ACLNN_IM2COL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIm2col: out has a column for each window of an image and a row for each channel and place in a
 * window: out[n, (c * kh + i) * kw + j, y * windows in a row + x] = self[n, c, y * stride + i * dilation -
 * padding, x * stride + j * dilation - padding], and 0 outside the image. Along a dimension of size s there
 * are (s + 2 * padding - dilation * (kernelSize - 1) - 1) / stride + 1 windows.
 * Types: FLOAT, FLOAT16, BFLOAT16. out is written, although the prototype has it const. Source: PyTorch's
 * torch.nn.functional.unfold.
 *
 * @param[in] self  [N, C, H, W] or [C, H, W]
 * @param[in] kernelSize  height and width of a window, above 0
 * @param[in] dilation  distances of its places, above 0
 * @param[in] padding  zeros on each side, from 0
 * @param[in] stride  distances of windows, above 0
 * @param[out] out  [N, C * kh * kw, windows] or [C * kh * kw, windows]
 * @return 161002 if there is no window
 */
ACLNN_API aclnnStatus aclnnIm2colGetWorkspaceSize(const aclTensor* self, const aclIntArray* kernelSize,
                                                  const aclIntArray* dilation, const aclIntArray* padding,
                                                  const aclIntArray* stride, const aclTensor* out,
                                                  uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnIm2col. */
ACLNN_API aclnnStatus aclnnIm2col(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_IM2COL_H_ */
