/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGroupedMatmulFinalizeRoutingWeightNzV2: products of groups of rows by weights in FRACTAL_NZ, summed up by token, with a hint for tuning. */

#ifndef ACLNNOP_ACLNN_GROUPED_MATMUL_FINALIZE_ROUTING_WEIGHT_NZ_V2_H_
#define ACLNNOP_ACLNN_GROUPED_MATMUL_FINALIZE_ROUTING_WEIGHT_NZ_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupedMatmulFinalizeRoutingWeightNzV2: aclnnGroupedMatmulFinalizeRouting, whose types, results and restrictions it has.
 *
 * @param[in] x1  [m, k]
 * @param[in] x2  [groups, k, n], or [groups, n, k] if transposeX2 is true; in FRACTAL_NZ or not
 * @param[in] scale  [groups, n]
 * @param[in] bias  NULL
 * @param[in] offsetOptional  NULL
 * @param[in] antiquantScaleOptional  NULL
 * @param[in] antiquantOffsetOptional  NULL
 * @param[in] pertokenScaleOptional  [m]; NULL: 1
 * @param[in] groupList  [groups]
 * @param[in] sharedInput  [s, n]; NULL: none
 * @param[in] logit  [m]; NULL: 1
 * @param[in] rowIndex  [m], rows of out
 * @param[in] dtype  0 (FLOAT)
 * @param[in] sharedInputWeight  factor of sharedInput
 * @param[in] sharedInputOffset  the row of out that its first row is added to
 * @param[in] transposeX1  false
 * @param[in] transposeX2  whether matrices are [n, k]
 * @param[in] groupListType  0: where groups end; 1: how many rows they have
 * @param[in] tuningConfigOptional  not read
 * @param[out] out  [rows, n]
 */
ACLNN_API aclnnStatus aclnnGroupedMatmulFinalizeRoutingWeightNzV2GetWorkspaceSize(
    const aclTensor* x1, aclTensor* x2, const aclTensor* scale, const aclTensor* bias,
    const aclTensor* offsetOptional, const aclTensor* antiquantScaleOptional,
    const aclTensor* antiquantOffsetOptional, const aclTensor* pertokenScaleOptional,
    const aclTensor* groupList, const aclTensor* sharedInput, const aclTensor* logit,
    const aclTensor* rowIndex, int64_t dtype, float sharedInputWeight, int64_t sharedInputOffset,
    bool transposeX1, bool transposeX2, int64_t groupListType, const aclIntArray* tuningConfigOptional,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGroupedMatmulFinalizeRoutingWeightNzV2. */
ACLNN_API aclnnStatus aclnnGroupedMatmulFinalizeRoutingWeightNzV2(void* workspace, uint64_t workspaceSize,
                                                                  aclOpExecutor* executor,
                                                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUPED_MATMUL_FINALIZE_ROUTING_WEIGHT_NZ_V2_H_ */
