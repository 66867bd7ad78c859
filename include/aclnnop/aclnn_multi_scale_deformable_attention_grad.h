/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMultiScaleDeformableAttentionGrad: gradients of weighted samples of images of several sizes. */

#ifndef ACLNNOP_ACLNN_MULTI_SCALE_DEFORMABLE_ATTENTION_GRAD_H_
#define ACLNNOP_ACLNN_MULTI_SCALE_DEFORMABLE_ATTENTION_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMultiScaleDeformableAttentionGrad: the gradients of aclnnMultiScaleDeformableAttnFunction.
 * Types: FLOAT, FLOAT16, BFLOAT16, the same for all tensors but spatialShape and levelStartIndex. Sums of gradValue
 * are those of float64, in the order of queries.
 * Shapes: those of the forward operator. Source: PyTorch's gradients of grid_sample.
 *
 * @param[in] value  [B, keys, heads, channels]
 * @param[in] spatialShape  [L, 2]: H and W of each level; INT32 or INT64
 * @param[in] levelStartIndex  [L]: the first key of each level; type of spatialShape
 * @param[in] location  [B, queries, heads, L, P, 2]: (u, v)
 * @param[in] attnWeight  [B, queries, heads, L, P]
 * @param[in] gradOutput  gradient of output, [B, queries, heads * channels]
 * @param[out] gradValue  the shape of value
 * @param[out] gradLocation  the shape of location
 * @param[out] gradAttnWeight  the shape of attnWeight
 * @return 507035 if a level has pixels that are not keys; then nothing is written
 */
ACLNN_API aclnnStatus aclnnMultiScaleDeformableAttentionGradGetWorkspaceSize(
    const aclTensor* value, const aclTensor* spatialShape, const aclTensor* levelStartIndex,
    const aclTensor* location, const aclTensor* attnWeight, const aclTensor* gradOutput, aclTensor* gradValue,
    aclTensor* gradLocation, aclTensor* gradAttnWeight, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMultiScaleDeformableAttentionGrad. */
ACLNN_API aclnnStatus aclnnMultiScaleDeformableAttentionGrad(void* workspace, uint64_t workspaceSize,
                                                             aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MULTI_SCALE_DEFORMABLE_ATTENTION_GRAD_H_ */
