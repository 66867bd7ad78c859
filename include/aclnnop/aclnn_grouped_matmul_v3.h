/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGroupedMatmulV3: products of groups of rows, or of the depth, with groups in a tensor. */

#ifndef ACLNNOP_ACLNN_GROUPED_MATMUL_V3_H_
#define ACLNNOP_ACLNN_GROUPED_MATMUL_V3_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupedMatmulV3: aclnnGroupedMatmulV4 with groups by their ends (groupListType 0), and without
 * scales of rows and activations.
 *
 * @param[in] x  [m, k]; one tensor, or a list without groups; FLOAT, FLOAT16, BFLOAT16, INT8
 * @param[in] weight  type of x; [groups, k, n] in one tensor, or [k, n] for each; [k, n] with groupType 2
 * @param[in] biasOptional  [groups, n], or [n] for each; INT32 for INT8, otherwise FLOAT or the type of
 *   x; NULL: none
 * @param[in] scaleOptional  of INT8: as biasOptional; FLOAT, BFLOAT16, or words of aclnnTransQuantParam
 *   in UINT64 or INT64
 * @param[in] offsetOptional  NULL, or no elements
 * @param[in] antiquantScaleOptional  NULL, or no elements
 * @param[in] antiquantOffsetOptional  NULL, or no elements
 * @param[in] groupListOptional  [groups], INT64, where they end; NULL with groupType -1
 * @param[in] splitItem  2 and 3: y is one tensor; 0 and 1: one for each group; with groupType -1 and 2
 *   not used
 * @param[in] groupType  -1, 0 or 2
 * @param[out] y  [m, n], or [groups, m, n] with groupType 2; type of x, or of INT8 FLOAT16, BFLOAT16,
 *   FLOAT, INT32, INT8
 * @return 507035 for groups that do not fit, and tensors of y whose rows are not those of their group
 */
ACLNN_API aclnnStatus aclnnGroupedMatmulV3GetWorkspaceSize(
    const aclTensorList* x, const aclTensorList* weight, const aclTensorList* biasOptional,
    const aclTensorList* scaleOptional, const aclTensorList* offsetOptional,
    const aclTensorList* antiquantScaleOptional, const aclTensorList* antiquantOffsetOptional,
    const aclTensor* groupListOptional, int64_t splitItem, int64_t groupType, const aclTensorList* y,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGroupedMatmulV3. */
ACLNN_API aclnnStatus aclnnGroupedMatmulV3(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUPED_MATMUL_V3_H_ */
