/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnKlDivBackward: gradient of aclnnKlDiv for self.
 */

#ifndef ACLNNOP_ACLNN_KL_DIV_BACKWARD_H_
#define ACLNNOP_ACLNN_KL_DIV_BACKWARD_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of aclnnKlDivBackward:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2,
 * A3, 950), in any mix; out any of them. Arithmetic in float64 where an input is DOUBLE, else in float32;
 * sums in blocks; results are rounded once, to nearest even. The same inputs give the same bits on any
 * number of threads, in any layout, on any processor.
 *
 * Shapes: up to 8 dimensions, any strides and offset; gradOutput, self and target broadcast together to
 * the shape of out. For a mean the gradient is divided by the number of elements of self and target
 * broadcast together. Empty tensors are fine: nothing is done. For a mean of the batch it is divided by
 * the first extent of self.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory
 * that phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer argument is
 * - 161002: a type that is not admitted; another reduction
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
 * aclnnKlDivBackward, phase one: out = -target * gradOutput where target is above 0, else 0; of
 * logarithms -exp(target) * gradOutput.
 *
 * @param[in] gradOutput  gradient of the loss
 * @param[in] self  logarithms of probabilities
 * @param[in] target  probabilities, or their logarithms
 * @param[in] reduction  0: none, 1: mean, 2: sum, 3: the sum divided by the first extent of self
 * @param[in] logTarget  whether target holds logarithms
 * @param[out] out  gradient for self
 */
ACLNN_API aclnnStatus aclnnKlDivBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                         const aclTensor* target, int64_t reduction,
                                                         bool logTarget, aclTensor* out,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnKlDivBackward. */
ACLNN_API aclnnStatus aclnnKlDivBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_KL_DIV_BACKWARD_H_ */
