/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnForeachNonFiniteCheckAndUnscale: gradients divided by the loss scale, and whether one of them is not
 * finite.
 */

#ifndef ACLNNOP_ACLNN_FOREACH_NON_FINITE_CHECK_AND_UNSCALE_H_
#define ACLNNOP_ACLNN_FOREACH_NON_FINITE_CHECK_AND_UNSCALE_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachNonFiniteCheckAndUnscale, phase one: scaledGrads[k] = scaledGrads[k] * invScale[0], in place;
 * and foundInf[0] = 1 if an element of scaledGrads was infinite or NaN. Else foundInf stays as it is.
 *
 * Types: scaledGrads FLOAT, FLOAT16, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC), places of
 * the list may differ; foundInf and invScale FLOAT. Arithmetic: float32, rounded once, to nearest even. The
 * same inputs give the same bits on any number of threads and any processor.
 *
 * Tensors may have up to 8 dimensions, any strides and offset. They must be apart from each other and from
 * foundInf. Source: PyTorch's torch._amp_foreach_non_finite_check_and_unscale_, which GradScaler calls.
 *
 * @param[in,out] scaledGrads  list of tensors, read and overwritten
 * @param[out] foundInf  a tensor of one element
 * @param[in] invScale  a tensor of one element
 * @param[out] workspaceSize  bytes of device memory that phase two needs
 * @param[out] executor  released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer or a list element is
 * - 161002: types or numbers of elements that are not as above; a tensor of more than 8 dimensions, a
 * negative extent, stride or offset, a view that leaves its storage, a private format, or one that overlaps
 * itself
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnForeachNonFiniteCheckAndUnscaleGetWorkspaceSize(const aclTensorList* scaledGrads,
                                                                           const aclTensor* foundInf,
                                                                           const aclTensor* invScale,
                                                                           uint64_t* workspaceSize,
                                                                           aclOpExecutor** executor);
/**
 * Phase two of aclnnForeachNonFiniteCheckAndUnscale: enqueues the planned work on a stream of the current
 * context and returns without waiting for it. It takes the workspace that phase one asked for (NULL if 0
 * bytes), and consumes the executor unless that is repeatable.
 *
 * @return
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 *   executor of another operator; a workspace that shares bytes with a tensor; outputs that share bytes
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 *   stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */
ACLNN_API aclnnStatus aclnnForeachNonFiniteCheckAndUnscale(void* workspace, uint64_t workspaceSize,
                                                           aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_FOREACH_NON_FINITE_CHECK_AND_UNSCALE_H_ */
