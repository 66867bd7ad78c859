/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGroupedMatmulFinalizeRoutingV2: products of groups of rows, summed up by token, with places for offsets. */

#ifndef ACLNNOP_ACLNN_GROUPED_MATMUL_FINALIZE_ROUTING_V2_H_
#define ACLNNOP_ACLNN_GROUPED_MATMUL_FINALIZE_ROUTING_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupedMatmulFinalizeRoutingV2: aclnnGroupedMatmulFinalizeRouting, whose types, results and restrictions it has.
 *
 * @param[in] x1  [m, k]
 * @param[in] x2  [groups, k, n], or [groups, n, k] if transposeX2 is true; in FRACTAL_NZ or not
 * @param[in] scaleOptional  [groups, n]
 * @param[in] biasOptional  NULL
 * @param[in] offsetOptional  NULL
 * @param[in] antiquantScaleOptional  NULL
 * @param[in] antiquantOffsetOptional  NULL
 * @param[in] pertokenScaleOptional  [m]; NULL: 1
 * @param[in] groupListOptional  [groups]
 * @param[in] sharedInputOptional  [s, n]; NULL: none
 * @param[in] logitOptional  [m]; NULL: 1
 * @param[in] rowIndexOptional  [m], rows of out
 * @param[in] dtype  0 (FLOAT)
 * @param[in] sharedInputWeight  factor of sharedInputOptional
 * @param[in] sharedInputOffset  the row of out that its first row is added to
 * @param[in] transposeX1  false
 * @param[in] transposeX2  whether matrices are [n, k]
 * @param[in] groupListType  0: where groups end; 1: how many rows they have
 * @param[out] out  [rows, n]
 */
ACLNN_API aclnnStatus aclnnGroupedMatmulFinalizeRoutingV2GetWorkspaceSize(
    const aclTensor* x1, aclTensor* x2, const aclTensor* scaleOptional, const aclTensor* biasOptional,
    const aclTensor* offsetOptional, const aclTensor* antiquantScaleOptional,
    const aclTensor* antiquantOffsetOptional, const aclTensor* pertokenScaleOptional,
    const aclTensor* groupListOptional, const aclTensor* sharedInputOptional, const aclTensor* logitOptional,
    const aclTensor* rowIndexOptional, int64_t dtype, float sharedInputWeight, int64_t sharedInputOffset,
    bool transposeX1, bool transposeX2, int64_t groupListType, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);
/** Phase two of aclnnGroupedMatmulFinalizeRoutingV2. */
ACLNN_API aclnnStatus aclnnGroupedMatmulFinalizeRoutingV2(void* workspace, uint64_t workspaceSize,
                                                          aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUPED_MATMUL_FINALIZE_ROUTING_V2_H_ */
