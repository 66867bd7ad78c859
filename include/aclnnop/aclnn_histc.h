/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnHistc: how many elements are in each of some bins of equal width.
 */

#ifndef ACLNNOP_ACLNN_HISTC_H_
#define ACLNNOP_ACLNN_HISTC_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnHistc, phase one: out[b] = how many elements of self are in bin b of the bins that share the range
 * from min to max evenly: element x is in bin (x - min) * bins / (max - min), without its fraction. Bins
 * start with their lower end; the last one has max, too. Elements outside of the range, and NaN, are not
 * counted.
 *
 * Where min and max are equal, the range is that of the elements, which have to be finite then; where these
 * are all equal, they are counted in bin bins / 2.
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, and BFLOAT16 where the emulated chip has
 * it (OPENACLNN_SOC: Atlas A2, A3, 950). out is of the type of self. min and max become numbers of that type,
 * of integers INT64, without a fraction. The bin is computed in the type of self, with one rounding a step as
 * PyTorch's CPU has it; of half types in FLOAT; of integers exactly. Counts are whole numbers, rounded once,
 * to the type of out, or wrapped around.
 *
 * Tensors may have any strides and offset, and up to 8 dimensions; "shape" is the shape of the view. Empty
 * tensors are fine. out may overlap an input: the result is what it would be in memory of its own. It must
 * not overlap itself. The same inputs give the same bits on any number of threads and any processor.
 *
 * Phase one checks the arguments and plans; host only.
 *
 * @param[in] self              any shape
 * @param[in] bins              how many; 1 or more
 * @param[in] min               lower end of the range: a real number, finite in the type of self
 * @param[in] max               upper end: the same, and not less than min
 * @param[out] out              [bins]; type of self
 * @param[out] workspaceSize    bytes of device memory that phase two needs
 * @param[out] executor         the planned call; released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or self, min, max or out is
 * - 161002: a type that is not admitted, or another of out than of self
 * - 161002: a min or max that is not as described above; bins less than 1; another shape of out
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, an output whose elements share memory, or a private format
 * - 561101: out of host memory
 *
 * Source: op-plugin's calls of aclnnHistc; PyTorch's torch.histc.
 */
ACLNN_API aclnnStatus aclnnHistcGetWorkspaceSize(const aclTensor* self, int64_t bins, const aclScalar* min,
                                                 const aclScalar* max, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * aclnnHistc, phase two: enqueues the planned work on a stream of the current context and returns without
 * waiting for it. Consumes the executor unless that is repeatable.
 * An element that is not finite where the range is that of the elements is found before anything is written:
 * the work fails, and the next synchronize of the stream says so.
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
ACLNN_API aclnnStatus aclnnHistc(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_HISTC_H_ */
