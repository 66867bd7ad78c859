/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnChannelShuffle: channels of several groups in turn.
 */

#ifndef ACLNNOP_ACLNN_CHANNEL_SHUFFLE_H_
#define ACLNNOP_ACLNN_CHANNEL_SHUFFLE_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of every operator of this header:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC). out has the type
 * of self. Source: PyTorch's torch.nn.functional.channel_shuffle.
 *
 * Tensors may have up to 8 dimensions, any strides and offset; "shape" is the shape of the view. An
 * output may overlap an input: the result is what it would be in memory of its own. It must not overlap
 * itself. Empty tensors are fine. The same inputs give the same bits on any number of threads and any
 * processor.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory
 * that phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer or a list element
 * is
 * - 161002: types, shapes or attributes that are not as described below; a tensor of more than 8
 * dimensions, a negative extent, stride or offset, a view that leaves its storage, or a private format
 * - 561101: out of host memory
 * Phase two enqueues the planned work on a stream of the current context and returns without waiting for it.
 * It takes the workspace that phase one asked for (NULL if 0 bytes), and consumes the executor unless that is
 * repeatable. It returns
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 * executor of another operator; a workspace that shares bytes with a tensor; outputs that share bytes
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 * stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */

/**
 * aclnnChannelShuffle, phase one: out = self with the channels of its groups in turn: the first one of each
 * group, then the second one of each, and so on.
 *
 *     out[n, j * groups + g, ...] = self[n, g * (C / groups) + j, ...]
 *
 * @param[in] self  [N, C, ...], of at least 3 dimensions
 * @param[in] groups  how many, at least 1; divides C
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnChannelShuffleGetWorkspaceSize(const aclTensor* self, int64_t groups,
                                                          aclTensor* out, uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);
/** Phase two of aclnnChannelShuffle. */
ACLNN_API aclnnStatus aclnnChannelShuffle(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_CHANNEL_SHUFFLE_H_ */
