/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnCumsum, aclnnCumsumV2: sums of the elements up to each one.
 */

#ifndef ACLNNOP_ACLNN_CUMSUM_H_
#define ACLNNOP_ACLNN_CUMSUM_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnCumsum, phase one: out[i] = self[0] + ... + self[i] along dim; elements are converted to dtype
 * first.
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, COMPLEX64, COMPLEX128, and BFLOAT16
 * where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3, 950). self may be BOOL, too. out is of type
 * dtype.
 *
 * Arithmetic: in float64 (complex numbers: both parts), each result rounded once; integers wrap around. The
 * same inputs give the same bits in any layout, on any number of threads and any processor.
 *
 * Tensors may have any strides and offset, and up to 8 dimensions; "shape" is the shape of the view. out
 * may be self or overlap it; it must not overlap itself.
 *
 * Phase one checks the arguments and plans; host only.
 *
 * @param[in] self              tensor of any shape, which may be empty
 * @param[in] dim               dimension to go along, in [-rank, rank - 1]. Of a self of 0 dimensions: 0 or
 *                              -1
 * @param[in] dtype             type of out
 * @param[out] out              shape of self; type dtype
 * @param[out] workspaceSize    bytes of device memory that phase two needs
 * @param[out] executor         the planned call; released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or self or out is
 * - 161002: a type that is not admitted; a dtype that is not out's
 * - 161002: a dimension that self does not have; another shape of out than of self
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, an output whose elements share memory, or a private format
 * - 561101: out of host memory
 *
 * Source: the documentation of aclnnCumsum; PyTorch's torch.cumsum.
 */
ACLNN_API aclnnStatus aclnnCumsumGetWorkspaceSize(const aclTensor* self, int64_t dim, aclDataType dtype,
                                                  aclTensor* out, uint64_t* workspaceSize,
                                                  aclOpExecutor** executor);

/**
 * aclnnCumsum, phase two: enqueues the planned work on a stream of the current context and returns without
 * waiting for it. Consumes the executor unless that is repeatable.
 *
 * @param[in] workspace      device memory of workspaceSize bytes; NULL if 0
 * @param[in] workspaceSize  what phase one asked for, or more
 * @param[in] executor       from phase one
 * @param[in] stream         a stream of the current context, or NULL for its default stream
 * @return
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 * executor of another operator; a workspace that shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 * stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */
ACLNN_API aclnnStatus aclnnCumsum(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

/**
 * aclnnCumsumV2, phase one: out[i] = self[0] + ... + self[i] along dim, or a sum without self[i], or one
 * from the end.
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, COMPLEX64, COMPLEX128, and BFLOAT16
 * where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3, 950). out is of the type of self.
 *
 * Arithmetic: in float64 (complex numbers: both parts), each result rounded once; integers wrap around. The
 * same inputs give the same bits in any layout, on any number of threads and any processor.
 *
 * Tensors may have any strides and offset, and up to 8 dimensions; "shape" is the shape of the view. out
 * may be self or overlap it; it must not overlap itself.
 *
 * Phase one checks the arguments and plans; host only.
 *
 * @param[in] self              tensor of any shape, which may be empty
 * @param[in] dim               dimension to go along, in [-rank, rank - 1]. Of a self of 0 dimensions: 0 or
 *                              -1
 * @param[in] exclusive         whether an element's own value is left out of its sum
 * @param[in] reverse           whether sums begin at the end: out[i] = self[i] + ... + self[n - 1]
 * @param[out] out              shape of self; type of self
 * @param[out] workspaceSize    bytes of device memory that phase two needs
 * @param[out] executor         the planned call; released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or self or out is
 * - 161002: a type that is not admitted, or another of out than of self
 * - 161002: a dimension that self does not have; another shape of out than of self
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, an output whose elements share memory, or a private format
 * - 561101: out of host memory
 *
 * Source: the documentation of aclnnCumsumV2; PyTorch's torch.cumsum and torch.flip.
 */
ACLNN_API aclnnStatus aclnnCumsumV2GetWorkspaceSize(const aclTensor* self, int64_t dim, bool exclusive,
                                                    bool reverse, aclTensor* out, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor);

/**
 * aclnnCumsumV2, phase two: enqueues the planned work on a stream of the current context and returns
 * without waiting for it. Consumes the executor unless that is repeatable.
 *
 * @param[in] workspace      device memory of workspaceSize bytes; NULL if 0
 * @param[in] workspaceSize  what phase one asked for, or more
 * @param[in] executor       from phase one
 * @param[in] stream         a stream of the current context, or NULL for its default stream
 * @return
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 * executor of another operator; a workspace that shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 * stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */
ACLNN_API aclnnStatus aclnnCumsumV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_CUMSUM_H_ */
