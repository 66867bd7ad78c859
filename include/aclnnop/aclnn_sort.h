/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnSort: elements in order along a dimension.
 */

#ifndef ACLNNOP_ACLNN_SORT_H_
#define ACLNNOP_ACLNN_SORT_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSort, phase one: valuesOut = the elements of self in order along dim, indicesOut = where they were.
 * NaN is larger than any number; zeros are equal whatever their signs.
 *
 * Equal elements stay in the order that they had, whatever stable says.
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, and BFLOAT16 where the emulated
 * chip has it (OPENACLNN_SOC: Atlas A2, A3, 950). valuesOut is of the type of self, indicesOut of INT64. Of
 * BOOL true is larger.
 *
 * Tensors may have any strides and offset, and up to 8 dimensions; "shape" is the shape of the view.
 * Outputs may overlap self; an output must not overlap itself, nor the other one.
 *
 * Phase one checks the arguments and plans; host only.
 *
 * @param[in] self              tensor of any shape, which may be empty
 * @param[in] stable            no matter
 * @param[in] dim               dimension to go along, in [-rank, rank - 1]. Of a self of 0 dimensions: 0 or
 *                              -1
 * @param[in] descending        largest elements first
 * @param[out] valuesOut        shape and type of self
 * @param[out] indicesOut       shape of self; INT64
 * @param[out] workspaceSize    bytes of device memory that phase two needs
 * @param[out] executor         the planned call; released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or self, valuesOut or indicesOut is
 * - 161002: a type that is not admitted, or another of valuesOut than of self; an index type other than
 * INT64
 * - 161002: a dimension that self does not have; another shape of an output
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, an output whose elements share memory, or a private format
 * - 561101: out of host memory
 *
 * Source: op-plugin's calls of aclnnSort; PyTorch's torch.sort.
 */
ACLNN_API aclnnStatus aclnnSortGetWorkspaceSize(const aclTensor* self, bool stable, int64_t dim,
                                                bool descending, aclTensor* valuesOut, aclTensor* indicesOut,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * aclnnSort, phase two: enqueues the planned work on a stream of the current context and returns without
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
ACLNN_API aclnnStatus aclnnSort(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_SORT_H_ */
