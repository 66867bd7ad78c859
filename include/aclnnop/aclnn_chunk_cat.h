/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnChunkCat: tensors in chunks, those of the same number one after the other. */

#ifndef ACLNNOP_ACLNN_CHUNK_CAT_H_
#define ACLNNOP_ACLNN_CHUNK_CAT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnChunkCat: each tensor is padded with zeros along dim to a multiple of numChunks, and is split into
 * numChunks chunks along it. Row c of out has the chunks number c of all tensors, one after the other.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] tensors  one or more, of one type, with dim and the same dimensions before it
 * @param[in] dim  a dimension; negative ones count from the end of the first tensor
 * @param[in] numChunks  1 or more
 * @param[out] out  [dimensions before dim, numChunks, elements of a chunk of all tensors]; type of the tensors,
 *     or FLOAT
 */
ACLNN_API aclnnStatus aclnnChunkCatGetWorkspaceSize(const aclTensorList* tensors, int64_t dim,
                                                    int64_t numChunks, aclTensor* out,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnChunkCat. */
ACLNN_API aclnnStatus aclnnChunkCat(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CHUNK_CAT_H_ */
