/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnSmoothL1Loss: absolute differences, squared near 0.
 */

#ifndef ACLNNOP_ACLNN_SMOOTH_L1_LOSS_H_
#define ACLNNOP_ACLNN_SMOOTH_L1_LOSS_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of aclnnSmoothL1Loss:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2,
 * A3, 950), in any mix; result any of them. Arithmetic in float64 where an input is DOUBLE, else in
 * float32; sums in blocks; results are rounded once, to nearest even. The same inputs give the same bits
 * on any number of threads, in any layout, on any processor.
 *
 * Shapes: up to 8 dimensions, any strides and offset; self and target broadcast together. Without
 * reduction result has their common shape, else one element in 0 or 1 dimensions. Of no element the mean
 * is NaN and the sum 0.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory
 * that phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer argument is
 * - 161002: a type that is not admitted; another reduction
 * - 161002: a beta that is negative or NaN
 * - 161002: shapes that do not fit each other as above
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
 * aclnnSmoothL1Loss, phase one: Without reduction result = t, else the mean or the sum of t. With d =
 * |self - target|: t = d^2 / (2 beta) where d < beta, else d - beta / 2.
 *
 * @param[in] self  prediction
 * @param[in] target  what it should be
 * @param[in] reduction  0: none, 1: mean, 2: sum
 * @param[in] beta  where squares end and absolute values begin; 0: only absolute values
 * @param[out] result  the loss
 */
ACLNN_API aclnnStatus aclnnSmoothL1LossGetWorkspaceSize(const aclTensor* self, const aclTensor* target,
                                                        int64_t reduction, float beta, aclTensor* result,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSmoothL1Loss. */
ACLNN_API aclnnStatus aclnnSmoothL1Loss(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_SMOOTH_L1_LOSS_H_ */
