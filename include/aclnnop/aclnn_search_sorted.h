/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnSearchSorted, aclnnSearchSorteds: where values belong into sequences that are in order.
 */

#ifndef ACLNNOP_ACLNN_SEARCH_SORTED_H_
#define ACLNNOP_ACLNN_SEARCH_SORTED_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSearchSorted, phase one: out = where self belongs into the sequences of sortedSequence, so that these
 * stay in order.
 *
 * The place of a value is that of the first element that is not less than it, or, where right is true, of
 * the first element that is greater; the number of elements if there is none. NaN is larger than any number,
 * and equal to NaN; zeros are equal whatever their signs. Where elements are not in order, a place is one
 * from 0 to their number, always the same one.
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, and BFLOAT16 where the emulated chip has
 * it (OPENACLNN_SOC: Atlas A2, A3, 950). self and sortedSequence may have different ones: both are compared
 * in the type that they promote to, INT32 and FLOAT in FLOAT.
 *
 * Tensors may have any strides and offset, and up to 8 dimensions; "shape" is the shape of the view. Empty
 * tensors are fine. out may overlap an input: the result is what it would be in memory of its own. It must
 * not overlap itself. The same inputs give the same bits on any number of threads and any processor.
 *
 * Phase one checks the arguments and plans; host only.
 *
 * @param[in] sortedSequence    sequences along the last dimension, in order from the least to the largest
 *                              element, or as sorter says; 1 to 8 dimensions
 * @param[in] self              any shape if sortedSequence has 1 dimension; else its shape, but for the
 *                              last dimension
 * @param[in] outInt32          out is of INT32, else of INT64
 * @param[in] right             the place behind equal elements, else the one before them
 * @param[in] sorter            NULL, or INT64 of the shape of sortedSequence: which element of a sequence is
 *                              the first in order, which the next; from 0 to below their number
 * @param[out] out              shape of self
 * @param[out] workspaceSize    bytes of device memory that phase two needs
 * @param[out] executor         the planned call; released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or sortedSequence, self or out is
 * - 161002: a type that is not admitted, or another of out than outInt32 says; a sorter of another shape or
 * type
 * - 161002: a sortedSequence without dimensions, or of other ones than self; another shape of out
 * - 161002: outInt32 with sequences of more elements than an INT32 counts
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, an output whose elements share memory, or a private format
 * - 561101: out of host memory
 *
 * Source: op-plugin's calls of aclnnSearchSorted; PyTorch's torch.searchsorted.
 */
ACLNN_API aclnnStatus aclnnSearchSortedGetWorkspaceSize(const aclTensor* sortedSequence,
                                                        const aclTensor* self, bool outInt32, bool right,
                                                        const aclTensor* sorter, aclTensor* out,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * aclnnSearchSorted, phase two: enqueues the planned work on a stream of the current context and returns
 * without waiting for it. Consumes the executor unless that is repeatable. A sorter with a number that is
 * none of an element is found before anything is written: the work fails, and the next synchronize of the
 * stream says so.
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
ACLNN_API aclnnStatus aclnnSearchSorted(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

/**
 * aclnnSearchSorteds, phase one: out = where self belongs into sortedSequence, so that that stays in order.
 *
 * The place of a value is that of the first element that is not less than it, or, where right is true, of
 * the first element that is greater; the number of elements if there is none. NaN is larger than any number,
 * and equal to NaN; zeros are equal whatever their signs. Where elements are not in order, a place is one
 * from 0 to their number, always the same one.
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, and BFLOAT16 where the emulated chip has
 * it (OPENACLNN_SOC: Atlas A2, A3, 950). The number is compared as one of the type of sortedSequence, or, of
 * integers with a floating-point number, in FLOAT.
 *
 * Tensors may have any strides and offset, and up to 8 dimensions; "shape" is the shape of the view. Empty
 * tensors are fine. out may overlap an input: the result is what it would be in memory of its own. It must
 * not overlap itself. The same inputs give the same bits on any number of threads and any processor.
 *
 * Phase one checks the arguments and plans; host only.
 *
 * @param[in] sortedSequence    one sequence, in order from the least to the largest element, or as
 *                              sorter says; 1 dimension
 * @param[in] self              a number of a real type, or a truth value
 * @param[in] outInt32          out is of INT32, else of INT64
 * @param[in] right             the place behind equal elements, else the one before them
 * @param[in] sorter            NULL, or INT64 of the shape of sortedSequence: which element of a sequence is
 *                              the first in order, which the next; from 0 to below their number
 * @param[out] out              one element, of 0 dimensions or more
 * @param[out] workspaceSize    bytes of device memory that phase two needs
 * @param[out] executor         the planned call; released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or sortedSequence, self or out is
 * - 161002: a type that is not admitted, or another of out than outInt32 says; a sorter of another shape or
 * type; a number that is not real
 * - 161002: a sortedSequence that has not 1 dimension; an out that has not one element
 * - 161002: outInt32 with a sequence of more elements than an INT32 counts
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, an output whose elements share memory, or a private format
 * - 561101: out of host memory
 *
 * Source: op-plugin's calls of aclnnSearchSorteds; PyTorch's torch.searchsorted.
 */
ACLNN_API aclnnStatus aclnnSearchSortedsGetWorkspaceSize(const aclTensor* sortedSequence,
                                                         const aclScalar* self, bool outInt32, bool right,
                                                         const aclTensor* sorter, aclTensor* out,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * aclnnSearchSorteds, phase two: enqueues the planned work on a stream of the current context and returns
 * without waiting for it. Consumes the executor unless that is repeatable. A sorter with a number that is
 * none of an element is found before anything is written: the work fails, and the next synchronize of the
 * stream says so.
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
ACLNN_API aclnnStatus aclnnSearchSorteds(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_SEARCH_SORTED_H_ */
