/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUnfoldGrad: gradient of the windows of a tensor. */

#ifndef ACLNNOP_ACLNN_UNFOLD_GRAD_H_
#define ACLNNOP_ACLNN_UNFOLD_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUnfoldGrad: gradIn[..., i, ...] = sum of gradOut[..., w, ..., j] over the windows w and places j with
 * w step + j = i.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. gradIn has the type of gradOut.
 * Sums are those of float64, in the order of windows, and rounded once. An element in no window is 0.
 * Source: PyTorch's gradient of torch.Tensor.unfold.
 *
 * @param[in] gradOut  inputSizes with the number of windows at dim, (n - size) / step + 1 for a dimension of
 * size n, and size as a last dimension
 * @param[in] inputSizes  the shape of gradIn, 1 to 7 dimensions
 * @param[in] dim  dimension of the windows; negative numbers count from the end
 * @param[in] size  size of a window, at most that of dim
 * @param[in] step  distance of the windows, above 0
 * @param[out] gradIn  the shape in inputSizes
 */
ACLNN_API aclnnStatus aclnnUnfoldGradGetWorkspaceSize(const aclTensor* gradOut, const aclIntArray* inputSizes,
                                                      int64_t dim, int64_t size, int64_t step,
                                                      aclTensor* gradIn, uint64_t* workspaceSize,
                                                      aclOpExecutor** executor);
/** Phase two of aclnnUnfoldGrad. */
ACLNN_API aclnnStatus aclnnUnfoldGrad(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UNFOLD_GRAD_H_ */
