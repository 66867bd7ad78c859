/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGroupedMatmulV5: products of groups of rows, or of the depth, with a hint for tuning. */

#ifndef ACLNNOP_ACLNN_GROUPED_MATMUL_V5_H_
#define ACLNNOP_ACLNN_GROUPED_MATMUL_V5_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupedMatmulV5: aclnnGroupedMatmulV4 with tuningConfigOptional, which has no effect. All other
 * arguments are those of aclnnGroupedMatmulV4.
 *
 * @param[in] tuningConfigOptional  not used
 * @return 507035 for groups that do not fit, and tensors of out whose rows are not those of their group
 */
ACLNN_API aclnnStatus aclnnGroupedMatmulV5GetWorkspaceSize(
    const aclTensorList* x, const aclTensorList* weight, const aclTensorList* biasOptional,
    const aclTensorList* scaleOptional, const aclTensorList* offsetOptional,
    const aclTensorList* antiquantScaleOptional, const aclTensorList* antiquantOffsetOptional,
    const aclTensorList* perTokenScaleOptional, const aclTensor* groupListOptional,
    const aclTensorList* activationInputOptional, const aclTensorList* activationQuantScaleOptional,
    const aclTensorList* activationQuantOffsetOptional, int64_t splitItem, int64_t groupType,
    int64_t groupListType, int64_t actType, aclIntArray* tuningConfigOptional, aclTensorList* out,
    aclTensorList* activationFeatureOutOptional, aclTensorList* dynQuantScaleOutOptional,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGroupedMatmulV5. */
ACLNN_API aclnnStatus aclnnGroupedMatmulV5(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUPED_MATMUL_V5_H_ */
