/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnEmbeddingRenorm: rows of an embedding with a bounded norm. */

#ifndef ACLNNOP_ACLNN_EMBEDDING_RENORM_H_
#define ACLNNOP_ACLNN_EMBEDDING_RENORM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnEmbeddingRenorm: each row of selfRef that indices name and whose norm of order normType is above
 * maxNorm is scaled down to it, once even if several indices name it.
 * Types: FLOAT, FLOAT16, BFLOAT16. Norms are computed in float32 and summed in blocks. A row with a norm of
 * at most maxNorm or NaN is not changed; others are multiplied by maxNorm / (norm + 1e-7). The norm of order
 * 0 is the number of elements other than 0, and that of an infinite order the largest magnitude. indices are
 * INT32 or INT64. If an index is outside [0, rows), nothing is written, and the next synchronize returns
 * 507035. Source: PyTorch's torch.embedding_renorm_.
 *
 * @param[in,out] selfRef  [rows, columns]
 * @param[in] indices  any shape
 * @param[in] maxNorm  bound, from 0
 * @param[in] normType  order of the norm, from 0 to infinity
 * @return 161002 if normType or maxNorm is negative or NaN
 */
ACLNN_API aclnnStatus aclnnEmbeddingRenormGetWorkspaceSize(aclTensor* selfRef, const aclTensor* indices,
                                                           double maxNorm, double normType,
                                                           uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnEmbeddingRenorm. */
ACLNN_API aclnnStatus aclnnEmbeddingRenorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_EMBEDDING_RENORM_H_ */
