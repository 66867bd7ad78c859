/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAmpUpdateScale: updates the loss scale. */

#ifndef ACLNNOP_ACLNN_AMP_UPDATE_SCALE_H_
#define ACLNNOP_ACLNN_AMP_UPDATE_SCALE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAmpUpdateScale: if foundInf is not 0, updatedScale = currentScale * backoffFactor and
 * updatedGrowthTracker = 0. Otherwise updatedGrowthTracker = growthTracker + 1, at most the largest INT32; if
 * that is growthInterval, it becomes 0, and updatedScale = currentScale * growthFactor if that is finite.
 * Otherwise updatedScale = currentScale.
 * Types: currentScale, foundInf and updatedScale FLOAT; growthTracker and updatedGrowthTracker INT32.
 * Products are computed in float64 and rounded once.
 * Shapes: one element each. Source: PyTorch's torch._amp_update_scale_, which GradScaler calls.
 *
 * @param[in] currentScale  the loss scale
 * @param[in] growthTracker  number of consecutive steps that found no infinity
 * @param[in] foundInf  whether this step found an infinity
 * @param[in] growthFactor  of the scale after growthInterval such steps
 * @param[in] backoffFactor  of the scale after an infinity
 * @param[in] growthInterval  a number above 0
 * @param[out] updatedScale  the next loss scale
 * @param[out] updatedGrowthTracker  the next number of steps
 */
ACLNN_API aclnnStatus aclnnAmpUpdateScaleGetWorkspaceSize(
    const aclTensor* currentScale, const aclTensor* growthTracker, const aclTensor* foundInf,
    double growthFactor, double backoffFactor, int64_t growthInterval, aclTensor* updatedScale,
    aclTensor* updatedGrowthTracker, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAmpUpdateScale. */
ACLNN_API aclnnStatus aclnnAmpUpdateScale(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_AMP_UPDATE_SCALE_H_ */
