/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnRotaryPositionEmbeddingGrad: gradients of rotary position embedding. */

#ifndef ACLNNOP_ACLNN_ROTARY_POSITION_EMBEDDING_GRAD_H_
#define ACLNNOP_ACLNN_ROTARY_POSITION_EMBEDDING_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRotaryPositionEmbeddingGrad: the gradients of aclnnRotaryPositionEmbedding, which documents the modes.
 * dx is dy rotated back. dcos and dsin are sums over the dimensions that cos and sin are broadcast along.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] dy  gradient of the result; shapes as aclnnRotaryPositionEmbedding has them
 * @param[in] cos  cosines
 * @param[in] sin  sines
 * @param[in] xOptional  the tensor that was rotated; NULL: dcos and dsin are not written, and may be NULL
 * @param[in] mode  0 to 3
 * @param[out] dx  shape of dy
 * @param[out] dcos  shape of cos
 * @param[out] dsin  shape of cos
 */
ACLNN_API aclnnStatus aclnnRotaryPositionEmbeddingGradGetWorkspaceSize(
    const aclTensor* dy, const aclTensor* cos, const aclTensor* sin, const aclTensor* xOptional, int64_t mode,
    aclTensor* dx, aclTensor* dcos, aclTensor* dsin, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnRotaryPositionEmbeddingGrad. */
ACLNN_API aclnnStatus aclnnRotaryPositionEmbeddingGrad(void* workspace, uint64_t workspaceSize,
                                                       aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ROTARY_POSITION_EMBEDDING_GRAD_H_ */
