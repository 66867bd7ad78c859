/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnAmpUpdateScale: the loss scale of the next step.
 */

#ifndef ACLNNOP_ACLNN_AMP_UPDATE_SCALE_H_
#define ACLNNOP_ACLNN_AMP_UPDATE_SCALE_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of aclnnAmpUpdateScale:
 *
 * Types: currentScale, foundInf and updatedScale FLOAT; growthTracker and updatedGrowthTracker INT32.
 * Products are made in float64 and rounded once.
 *
 * Shapes: one element each, in up to 8 dimensions. An output may be the very memory of its input. Source:
 * PyTorch's torch._amp_update_scale_, which GradScaler calls.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory
 * that phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer argument is
 * - 161002: another type than those; more than one element, or none; a growthInterval below 1
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, or a private format
 * - 561101: out of host memory
 * Phase two enqueues the planned work on a stream of the current context and returns without waiting for it.
 * It takes the workspace that phase one asked for (NULL if 0 bytes), and consumes the executor unless that is
 * repeatable. It returns
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 * executor of another operator; a workspace that shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 * stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */

/**
 * aclnnAmpUpdateScale, phase one: where foundInf is not 0, updatedScale = currentScale * backoffFactor
 * and updatedGrowthTracker = 0. Else updatedGrowthTracker = growthTracker + 1, or as large as INT32 is;
 * where that is growthInterval, it becomes 0, and updatedScale = currentScale * growthFactor if that is
 * finite. Else updatedScale = currentScale.
 *
 * @param[in] currentScale  the loss scale
 * @param[in] growthTracker  steps in a row that found no infinity
 * @param[in] foundInf  whether this step found one
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
