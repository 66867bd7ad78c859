/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnEmbeddingBag: rows of a table, bag by bag. */

#ifndef ACLNNOP_ACLNN_EMBEDDING_BAG_H_
#define ACLNNOP_ACLNN_EMBEDDING_BAG_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnEmbeddingBag: output[b] = the sum, mean or largest elements of the rows weight[i], over the indices i of bag b,
 * indices[offsets[b]] to indices[offsets[b + 1] - 1], in the last bag to the end. An index equal to paddingIdx does not
 * count. A bag without indices gives zeros.
 * Types: FLOAT, FLOAT16, BFLOAT16, the same for weight, perSampleWeights, output; INT64, INT32 for the other tensors, indices and
 * offsets also INT16, INT8, UINT8. All is summed up in float64 and rounded once. If an index is outside weight, or offsets do not begin with 0 or decrease,
 * nothing is written, and the next synchronize returns 507035. Source: PyTorch's torch.nn.functional.embedding_bag.
 *
 * @param[in] weight  [V, E]
 * @param[in] indices  [L]
 * @param[in] offsets  [bags], with includeLastOffset [bags + 1]
 * @param[in] scaleGradByFreq  has no effect
 * @param[in] mode  0 sum, 1 mean; any other value means the largest elements
 * @param[in] sparse  has no effect
 * @param[in] perSampleWeights  [L], factors of the rows in a sum; may be NULL
 * @param[in] includeLastOffset  whether offsets ends with the number of indices
 * @param[in] paddingIdx  an index that does not count; a negative one means none
 * @param[out] output  [bags, E]
 * @param[out] offset2bag  [L], the bag of each index, or without elements
 * @param[out] bagSize  [bags], how many indices of a bag count; or as offsets
 * @param[out] maxIndices  of the largest elements [bags, E], the index of the row of each; of others zeros, [bags] or
 * without elements
 * @return 161002 if perSampleWeights is given and mode is not 0
 */
ACLNN_API aclnnStatus aclnnEmbeddingBagGetWorkspaceSize(
    const aclTensor* weight, const aclTensor* indices, const aclTensor* offsets, bool scaleGradByFreq,
    int64_t mode, bool sparse, const aclTensor* perSampleWeights, bool includeLastOffset, int64_t paddingIdx,
    aclTensor* output, aclTensor* offset2bag, aclTensor* bagSize, aclTensor* maxIndices,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnEmbeddingBag. */
ACLNN_API aclnnStatus aclnnEmbeddingBag(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_EMBEDDING_BAG_H_ */
