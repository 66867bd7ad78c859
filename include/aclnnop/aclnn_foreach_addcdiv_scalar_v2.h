/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnForeachAddcdivScalarV2: sums of a list and scaled quotients.
 */

#ifndef ACLNNOP_ACLNN_FOREACH_ADDCDIV_SCALAR_V2_H_
#define ACLNNOP_ACLNN_FOREACH_ADDCDIV_SCALAR_V2_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachAddcdivScalarV2, phase one: out[k] = x1[k] + scalar * x2[k] / x3[k], for each tensor k of
 * the lists, element by element.
 *
 * Types: FLOAT, FLOAT16, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC); the tensors at
 * one place of the lists have one type, places may differ. Arithmetic: float32 for FLOAT, FLOAT16 and
 * BFLOAT16, rounded once, to nearest even; INT32 wraps around. NaN and infinities follow IEEE 754. The
 * same inputs give the same bits on any number of threads and any processor.
 *
 * Lists have one length, any; the tensors at one place have one shape of up to 8 dimensions, places may
 * differ. Tensors may have any strides and offset. An output may be the input at the same place, or
 * overlap inputs; outputs must be apart. All of it is one piece of work on the stream. Source:
 * PyTorch's _foreach functions.
 *
 * @param[in] x1  list of tensors
 * @param[in] x2  list of tensors
 * @param[in] x3  list of tensors
 * @param[in] scalar  one number for all tensors; of any real type
 * @param[out] out  list of tensors that are overwritten
 * @param[out] workspaceSize  bytes of device memory that phase two needs
 * @param[out] executor  released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer or a list element is
 * - 161002: lists of different lengths; types or shapes that are not as above; a tensor of more than 8
 *   dimensions, a negative extent, stride or offset, a view that leaves its storage, a private format, or
 *   an output that overlaps itself
 * - 561101: out of host memory
 */
ACLNN_API aclnnStatus aclnnForeachAddcdivScalarV2GetWorkspaceSize(
    const aclTensorList* x1, const aclTensorList* x2, const aclTensorList* x3, const aclScalar* scalar,
    aclTensorList* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/**
 * Phase two of aclnnForeachAddcdivScalarV2: enqueues the planned work on a stream of the current context and
 * returns without waiting for it. It takes the workspace that phase one asked for (NULL if 0 bytes), and
 * consumes the executor unless that is repeatable.
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
ACLNN_API aclnnStatus aclnnForeachAddcdivScalarV2(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_FOREACH_ADDCDIV_SCALAR_V2_H_ */
