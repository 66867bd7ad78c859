/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnEmbedding: embedding lookup. */

#ifndef ACLNNOP_ACLNN_EMBEDDING_H_
#define ACLNNOP_ACLNN_EMBEDDING_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnEmbedding: out[i..., :] = weight[indices[i...], :].
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128. out has the type of weight; indices is INT64 or INT32. Source: PyTorch's
 * torch.nn.functional.embedding.
 *
 * @param[in] weight  [V, E]
 * @param[in] indices  up to 7 dimensions, values in [0, V)
 * @param[out] out  the shape of indices, then E
 * @return 507035 if an index is out of range
 */
ACLNN_API aclnnStatus aclnnEmbeddingGetWorkspaceSize(const aclTensor* weight, const aclTensor* indices,
                                                     const aclTensor* out, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);
/** Phase two of aclnnEmbedding. */
ACLNN_API aclnnStatus aclnnEmbedding(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_EMBEDDING_H_ */
