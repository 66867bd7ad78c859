/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnRotaryPositionEmbedding: rotary position embedding. */

#ifndef ACLNNOP_ACLNN_ROTARY_POSITION_EMBEDDING_H_
#define ACLNNOP_ACLNN_ROTARY_POSITION_EMBEDDING_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRotaryPositionEmbedding: rows, the elements along the last dimension, rotated by angles. A row is
 * rotated in pairs (a, b): a becomes a * cos - b * sin, b becomes b * cos + a * sin, with the cosines and
 * sines at the places of the results. mode defines which elements of a row of D make a pair:
 * - 0 (half): i and i + D / 2
 * - 1 (interleave): 2 * i and 2 * i + 1
 * - 2 (quarter): as 0, in both halves of a row by themselves
 * - 3 (interleave-half): 2 * i and 2 * i + 1, whose results are i and i + D / 2
 *
 * Source: Su et al., "RoFormer: enhanced transformer with rotary position embedding", 2021.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] x  3 or 4 dimensions; the last one is even (in mode 2 a multiple of 4) and at most 1024
 * @param[in] cos  cosines; as many dimensions as x, each as in x or 1, the last one as in x
 * @param[in] sin  sines; shape of cos
 * @param[in] mode  0 to 3
 * @param[out] out  shape of x
 */
ACLNN_API aclnnStatus aclnnRotaryPositionEmbeddingGetWorkspaceSize(const aclTensor* x, const aclTensor* cos,
                                                                   const aclTensor* sin, int64_t mode,
                                                                   aclTensor* out, uint64_t* workspaceSize,
                                                                   aclOpExecutor** executor);
/** Phase two of aclnnRotaryPositionEmbedding. */
ACLNN_API aclnnStatus aclnnRotaryPositionEmbedding(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ROTARY_POSITION_EMBEDDING_H_ */
