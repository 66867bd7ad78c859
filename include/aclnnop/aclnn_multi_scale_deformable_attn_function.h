/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMultiScaleDeformableAttnFunction: weighted samples of images of several sizes. */

#ifndef ACLNNOP_ACLNN_MULTI_SCALE_DEFORMABLE_ATTN_FUNCTION_H_
#define ACLNNOP_ACLNN_MULTI_SCALE_DEFORMABLE_ATTN_FUNCTION_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMultiScaleDeformableAttnFunction: for each query and head, the weighted sum of samples of L images. Each image
 * is a level of value: its pixels are row-major keys from levelStartIndex on. A level is sampled at P places,
 * x = u * W - 0.5 and y = v * H - 0.5 for (u, v) in location, by bilinear interpolation; pixels outside of it are 0.
 * Types: FLOAT, FLOAT16, BFLOAT16, the same for all tensors but spatialShape and levelStartIndex. Places are computed
 * in float64.
 * Source: PyTorch's grid_sample with align_corners false, at the grid 2 * location - 1. The last dimension of location
 * is (u, v), as its formula has it, where a table of it has the other order.
 *
 * @param[in] value  [B, keys, heads, channels]
 * @param[in] spatialShape  [L, 2]: H and W of each level; INT32 or INT64
 * @param[in] levelStartIndex  [L]: the first key of each level; type of spatialShape
 * @param[in] location  [B, queries, heads, L, P, 2], usually from 0 to 1
 * @param[in] attnWeight  [B, queries, heads, L, P]
 * @param[out] output  [B, queries, heads * channels]
 * @return 507035 if a level has pixels that are not keys; then nothing is written
 */
ACLNN_API aclnnStatus aclnnMultiScaleDeformableAttnFunctionGetWorkspaceSize(
    const aclTensor* value, const aclTensor* spatialShape, const aclTensor* levelStartIndex,
    const aclTensor* location, const aclTensor* attnWeight, aclTensor* output, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnMultiScaleDeformableAttnFunction. */
ACLNN_API aclnnStatus aclnnMultiScaleDeformableAttnFunction(void* workspace, uint64_t workspaceSize,
                                                            aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MULTI_SCALE_DEFORMABLE_ATTN_FUNCTION_H_ */
