/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGroupedMatmulV4: products of groups of rows, or of the depth. */

#ifndef ACLNNOP_ACLNN_GROUPED_MATMUL_V4_H_
#define ACLNNOP_ACLNN_GROUPED_MATMUL_V4_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupedMatmulV4: products of matrices with a weight for each group:
 *
 *     groupType -1: out[i] = x[i] @ weight[i] + bias[i], of lists
 *     groupType 0: rows of group g: out = x @ weight[g] + bias[g]
 *     groupType 2: columns of x and rows of weight of group g: out[g] = x @ weight
 *
 * Groups follow each other. Rows of one tensor after the last group are 0, and a group without depth is 0.
 * Products of INT8 are exact in INT32: out = (x @ weight + bias) * scale * perTokenScale, computed in float64
 * and rounded once; an out of INT32 has no scales. Products of the others are computed as aclnnMm does.
 * Weights that are quantized and x is not, activations and quantized results are not supported.
 *
 * @param[in] x  [m, k]; one tensor, or a list with groupType -1; FLOAT, FLOAT16, BFLOAT16, INT8
 * @param[in] weight  type of x; [groups, k, n] in one tensor, or [k, n] for each; [k, n] with groupType 2
 * @param[in] biasOptional  [groups, n], or [n] for each; INT32 for INT8, otherwise FLOAT or the type of x;
 *     NULL: none
 * @param[in] scaleOptional  of INT8: as biasOptional; FLOAT, BFLOAT16, or words of aclnnTransQuantParam in
 *     UINT64 or INT64
 * @param[in] offsetOptional  NULL, or no elements
 * @param[in] antiquantScaleOptional  NULL, or no elements
 * @param[in] antiquantOffsetOptional  NULL, or no elements
 * @param[in] perTokenScaleOptional  of INT8: [m], FLOAT; NULL: 1
 * @param[in] groupListOptional  INT64, [groups] or [groups, 2]; NULL with groupType -1
 * @param[in] activationInputOptional  NULL, or no elements
 * @param[in] activationQuantScaleOptional  NULL, or no elements
 * @param[in] activationQuantOffsetOptional  NULL, or no elements
 * @param[in] splitItem  2 and 3: out is one tensor; 0 and 1: one for each group; with groupType -1 and 2 not
 *     used
 * @param[in] groupType  -1, 0 or 2
 * @param[in] groupListType  0: where groups end; 1: how many rows they have; 2: pairs of a group and how many
 * @param[in] actType  0
 * @param[out] out  [m, n]; type of x, or of INT8 FLOAT16, BFLOAT16, FLOAT, INT32, INT8
 * @param[out] activationFeatureOutOptional  not used
 * @param[out] dynQuantScaleOutOptional  not used
 * @return 507035 for groups that do not fit, and tensors of out whose rows are not those of their group
 */
ACLNN_API aclnnStatus aclnnGroupedMatmulV4GetWorkspaceSize(
    const aclTensorList* x, const aclTensorList* weight, const aclTensorList* biasOptional,
    const aclTensorList* scaleOptional, const aclTensorList* offsetOptional,
    const aclTensorList* antiquantScaleOptional, const aclTensorList* antiquantOffsetOptional,
    const aclTensorList* perTokenScaleOptional, const aclTensor* groupListOptional,
    const aclTensorList* activationInputOptional, const aclTensorList* activationQuantScaleOptional,
    const aclTensorList* activationQuantOffsetOptional, int64_t splitItem, int64_t groupType,
    int64_t groupListType, int64_t actType, aclTensorList* out, aclTensorList* activationFeatureOutOptional,
    aclTensorList* dynQuantScaleOutOptional, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGroupedMatmulV4. */
ACLNN_API aclnnStatus aclnnGroupedMatmulV4(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUPED_MATMUL_V4_H_ */
