/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGroupedMatmulWeightNz: products of groups with weights in FRACTAL_NZ. */

#ifndef ACLNNOP_ACLNN_GROUPED_MATMUL_WEIGHT_NZ_H_
#define ACLNNOP_ACLNN_GROUPED_MATMUL_WEIGHT_NZ_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGroupedMatmulWeightNz: aclnnGroupedMatmulV5 whose weights may be in FRACTAL_NZ: their views show the matrices,
 * transposed or not, or have the storage dims. All other arguments are those of aclnnGroupedMatmulV4.
 *
 * @param[in] weight  all plain, or all in FRACTAL_NZ with blocks of one size; those with plain storage dims are plain, whatever their label
 * @param[in] tuningConfigOptional  not used
 * @param[in] quantGroupSize  0
 * @return 507035 for groups that do not fit, and tensors of out whose rows are not those of their group
 */
ACLNN_API aclnnStatus aclnnGroupedMatmulWeightNzGetWorkspaceSize(
    const aclTensorList* x, const aclTensorList* weight, const aclTensorList* biasOptional,
    const aclTensorList* scaleOptional, const aclTensorList* offsetOptional,
    const aclTensorList* antiquantScaleOptional, const aclTensorList* antiquantOffsetOptional,
    const aclTensorList* perTokenScaleOptional, const aclTensor* groupListOptional,
    const aclTensorList* activationInputOptional, const aclTensorList* activationQuantScaleOptional,
    const aclTensorList* activationQuantOffsetOptional, int64_t splitItem, int64_t groupType,
    int64_t groupListType, int64_t actType, const aclIntArray* tuningConfigOptional, int64_t quantGroupSize,
    aclTensorList* out, aclTensorList* activationFeatureOutOptional, aclTensorList* dynQuantScaleOutOptional,
    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGroupedMatmulWeightNz. */
ACLNN_API aclnnStatus aclnnGroupedMatmulWeightNz(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GROUPED_MATMUL_WEIGHT_NZ_H_ */
