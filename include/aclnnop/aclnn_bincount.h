/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnBincount: how often each number is there.
 */

#ifndef ACLNNOP_ACLNN_BINCOUNT_H_
#define ACLNNOP_ACLNN_BINCOUNT_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBincount, phase one: out[n] = how many elements of self are n, or the sum of the weights that stand in
 * their places.
 *
 * Types: self INT8, INT16, INT32, INT64 or UINT8; weights FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64,
 * UINT8, BOOL, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3, 950). out is of
 * INT64 without weights, of FLOAT with weights of FLOAT, else of DOUBLE. Weights are summed up in float64, in
 * an order that the extents of self and out decide.
 *
 * Tensors may have any strides and offset, and up to 8 dimensions; "shape" is the shape of the view. Empty
 * tensors are fine. out may overlap an input: the result is what it would be in memory of its own. It must
 * not overlap itself. The same inputs give the same bits on any number of threads and any processor.
 *
 * Phase one checks the arguments and plans; host only.
 *
 * @param[in] self              1 dimension; from 0 to below the number of elements of out
 * @param[in] weights           NULL, or the shape of self
 * @param[in] minlength         how many elements out has at least; not negative
 * @param[out] out              1 dimension: one element more than the largest of self, or minlength if that
 *                              is more. More elements are fine, and 0
 * @param[out] workspaceSize    bytes of device memory that phase two needs
 * @param[out] executor         the planned call; released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or self or out is
 * - 161002: a type that is not admitted, or another of out than weights say
 * - 161002: a self or out that has not 1 dimension; another shape of weights than of self
 * - 161002: a minlength that is negative, or more than out has elements
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, an output whose elements share memory, or a private format
 * - 561101: out of host memory
 *
 * Source: op-plugin's calls of aclnnBincount; PyTorch's torch.bincount.
 */
ACLNN_API aclnnStatus aclnnBincountGetWorkspaceSize(const aclTensor* self, const aclTensor* weights,
                                                    int64_t minlength, aclTensor* out,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * aclnnBincount, phase two: enqueues the planned work on a stream of the current context and returns without
 * waiting for it. Consumes the executor unless that is repeatable.
 * An element that is negative, or not below the number of elements of out, is found before anything is
 * written: the work fails, and the next synchronize of the stream says so.
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
ACLNN_API aclnnStatus aclnnBincount(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_BINCOUNT_H_ */
