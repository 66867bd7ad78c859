/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnEye: identity matrices.
 */

#ifndef ACLNNOP_ACLNN_EYE_H_
#define ACLNNOP_ACLNN_EYE_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of aclnnEye:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3, 950).
 *
 * The same inputs give the same bits on any number of threads and any processor.
 *
 * Shapes: [n, m], any strides and offset. Empty tensors are fine: nothing is done.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory
 * that phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer argument is
 * - 161002: a type that is not admitted
 * - 161002: a negative n or m, or an output of another shape
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, or a private format
 * - 561101: out of host memory
 * Phase two enqueues the planned work on a stream of the current context and returns without waiting for
 * it. It takes the workspace that phase one asked for (NULL if 0 bytes), and consumes the executor unless
 * that is repeatable. It returns
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 * executor of another operator; a workspace that shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a
 * stopped stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */

/**
 * aclnnEye, phase one: out = 1 on the diagonal, 0 elsewhere.
 *
 * @param[in] n  rows
 * @param[in] m  columns
 * @param[out] out  [n, m]
 */
ACLNN_API aclnnStatus aclnnEyeGetWorkspaceSize(int64_t n, int64_t m, aclTensor* out, uint64_t* workspaceSize,
                                               aclOpExecutor** executor);
/** Phase two of aclnnEye. */
ACLNN_API aclnnStatus aclnnEye(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_EYE_H_ */
