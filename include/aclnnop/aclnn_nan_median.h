/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnNanMedian, aclnnNanMedianDim: medians.
 */

#ifndef ACLNNOP_ACLNN_NAN_MEDIAN_H_
#define ACLNNOP_ACLNN_NAN_MEDIAN_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnNanMedian, phase one: valuesOut = the median of the elements of self that are numbers, or NaN if
 * none is. Of two in the middle the smaller one is the median.
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, and BFLOAT16 where the emulated chip has
 * it (OPENACLNN_SOC: Atlas A2, A3, 950). valuesOut is of the type of self.
 *
 * Tensors may have any strides and offset, and up to 8 dimensions; "shape" is the shape of the view. The
 * output may overlap self; it must not overlap itself.
 *
 * Phase one checks the arguments and plans; host only.
 *
 * @param[in] self              tensor of any shape with at least one element
 * @param[out] valuesOut        no dimensions; type of self
 * @param[out] workspaceSize    bytes of device memory that phase two needs
 * @param[out] executor         the planned call; released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or self or valuesOut is
 * - 161002: a type that is not admitted, or another of valuesOut than of self
 * - 161002: another shape of valuesOut; a self without elements
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, an output whose elements share memory, or a private format
 * - 561101: out of host memory
 *
 * Source: op-plugin's calls of aclnnNanMedian; PyTorch's torch.nanmedian.
 */
ACLNN_API aclnnStatus aclnnNanMedianGetWorkspaceSize(const aclTensor* self, aclTensor* valuesOut,
                                                     uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * aclnnNanMedian, phase two: enqueues the planned work on a stream of the current context and returns
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
ACLNN_API aclnnStatus aclnnNanMedian(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

/**
 * aclnnNanMedianDim, phase one: valuesOut = the median of the elements of self along dim that are numbers,
 * or NaN if none is. Of two in the middle the smaller one is the median. indicesOut = where the first
 * element is that is equal to it, or the first NaN.
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, and BFLOAT16 where the emulated chip has
 * it (OPENACLNN_SOC: Atlas A2, A3, 950). valuesOut is of the type of self, indicesOut of INT64.
 *
 * Tensors may have any strides and offset, and up to 8 dimensions; "shape" is the shape of the view.
 * Outputs may overlap self; an output must not overlap itself, nor the other one.
 *
 * Phase one checks the arguments and plans; host only.
 *
 * @param[in] self              tensor of any shape with at least one element along dim, unless the outputs
 *                              are empty
 * @param[in] dim               dimension to go along, in [-rank, rank - 1]. Of a self of 0 dimensions: 0 or
 *                              -1
 * @param[in] keepDim           whether outputs keep the dimension, with extent 1
 * @param[out] valuesOut        shape of self without dim, or with extent 1 there; type of self
 * @param[out] indicesOut       the same shape; INT64
 * @param[out] workspaceSize    bytes of device memory that phase two needs
 * @param[out] executor         the planned call; released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or self, valuesOut or indicesOut is
 * - 161002: a type that is not admitted, or another of valuesOut than of self; an index type other than
 * INT64
 * - 161002: a dimension that self does not have; another shape of an output
 * - 161002: no element along dim
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, an output whose elements share memory, or a private format
 * - 561101: out of host memory
 *
 * Source: op-plugin's calls of aclnnNanMedianDim; PyTorch's torch.nanmedian.
 */
ACLNN_API aclnnStatus aclnnNanMedianDimGetWorkspaceSize(const aclTensor* self, int64_t dim, bool keepDim,
                                                        aclTensor* valuesOut, aclTensor* indicesOut,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * aclnnNanMedianDim, phase two: enqueues the planned work on a stream of the current context and returns
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
ACLNN_API aclnnStatus aclnnNanMedianDim(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_NAN_MEDIAN_H_ */
