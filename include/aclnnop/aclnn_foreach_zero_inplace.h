/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnForeachZeroInplace: zeros.
 */

#ifndef ACLNNOP_ACLNN_FOREACH_ZERO_INPLACE_H_
#define ACLNNOP_ACLNN_FOREACH_ZERO_INPLACE_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachZeroInplace, phase one: x[k] = 0, for each tensor k of the lists, element by element.
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC). They may differ
 * within the list.
 *
 * Lists have one length, any; the tensors at one place have one shape of up to 8 dimensions, places may
 * differ. Tensors may have any strides and offset. An output may be the input at the same place, or
 * overlap inputs; outputs must be apart. All of it is one piece of work on the stream. Source:
 * PyTorch's _foreach functions.
 *
 * @param[out] x  list of tensors that are overwritten
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
ACLNN_API aclnnStatus aclnnForeachZeroInplaceGetWorkspaceSize(aclTensorList* x, uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);
/**
 * Phase two of aclnnForeachZeroInplace: enqueues the planned work on a stream of the current context and
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
ACLNN_API aclnnStatus aclnnForeachZeroInplace(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_FOREACH_ZERO_INPLACE_H_ */
