/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnReflectionPad3d: mirror images of a tensor around it.
 */

#ifndef ACLNNOP_ACLNN_REFLECTION_PAD3D_H_
#define ACLNNOP_ACLNN_REFLECTION_PAD3D_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnReflectionPad3d, phase one: out = self with its mirror images, at the outermost elements, before and
 * after, along the last three dimensions.
 *
 *     out[..., o, ...] = self[..., i, ...] with i = o - before along each of them
 *
 * where, of an extent n, an i of less than 0 is -i, one of n or more is 2 * (n - 1) - i.
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128, and
 * BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3, 950). Elements are copied bit by
 * bit.
 *
 * Tensors may have any strides and offset; "shape" is the shape of the view, of at most 8 dimensions. An
 * output may overlap an input: the result is what it would be in memory of its own. It must not overlap
 * itself. The same inputs give the same bits in any layout, on any number of threads and any processor.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory that
 * phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor).
 *
 * @param[in] self     [N, C, D, H, W] or [C, D, H, W]; N may be 0, no other extent
 * @param[in] padding  [left, right, top, bottom, front, back]: how many places before and after, each less
 *                     than the extent of its dimension. Negative ones leave elements out; at least one
 *                     place has to be left
 * @param[out] out     the shape of self padded, type of self
 * @return a status; all cases of 161001 are looked at before any of 161002
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first)
 * - 161001: self, padding or out is NULL
 * - 161002: type of self not admitted; out of another
 * - 161002: self not of 4 or 5 dimensions, or without elements but for N
 * - 161002: padding not of 6 numbers, or one less than -2^60 or greater than 2^60, or not less than the
 *           extent of its dimension; a dimension of which no place is left
 * - 161002: out of another shape
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 *           leaves its storage, or a private format; an output with two elements in one place
 * - 561101: out of host memory
 *
 * Source: PyTorch's torch.nn.ReflectionPad3d.
 */
ACLNN_API aclnnStatus aclnnReflectionPad3dGetWorkspaceSize(const aclTensor* self, const aclIntArray* padding,
                                                           aclTensor* out, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);

/**
 * Phase two of aclnnReflectionPad3d: enqueues the planned work on a stream of the current context and returns
 * without waiting for it. It takes the workspace that phase one asked for (NULL if 0 bytes), and consumes the
 * executor unless that is repeatable.
 *
 * @return a status
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 *           executor of another operator; a workspace that shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 *           stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */
ACLNN_API aclnnStatus aclnnReflectionPad3d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_REFLECTION_PAD3D_H_ */
