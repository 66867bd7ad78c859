/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnCumprod: products of the elements up to each one.
 */

#ifndef ACLNNOP_ACLNN_CUMPROD_H_
#define ACLNNOP_ACLNN_CUMPROD_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnCumprod, phase one: out[i] = input[0] * ... * input[i] along axis; elements are converted to dtype
 * first.
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, COMPLEX64, COMPLEX128, and BFLOAT16
 * where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3, 950). input may be BOOL, too. out is of type
 * dtype.
 *
 * Arithmetic: in float64 (complex numbers: both parts), each result rounded once; integers wrap around. The
 * same inputs give the same bits in any layout, on any number of threads and any processor.
 *
 * Tensors may have any strides and offset, and up to 8 dimensions; "shape" is the shape of the view. out
 * may be input or overlap it; it must not overlap itinput.
 *
 * Phase one checks the arguments and plans; host only.
 *
 * @param[in] input             tensor of any shape, which may be empty
 * @param[in] axis              dimension to go along, a whole number of any type, in [-rank, rank - 1]. Of
 *                              an input of 0 dimensions: 0 or -1
 * @param[in] dtype             type of out
 * @param[out] out              shape of input; type dtype
 * @param[out] workspaceSize    bytes of device memory that phase two needs
 * @param[out] executor         the planned call; released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or input, axis or out is
 * - 161002: a type that is not admitted; a dtype that is not out's; an axis that is no whole number
 * - 161002: a dimension that input does not have; another shape of out than of input
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, an output whose elements share memory, or a private format
 * - 561101: out of host memory
 *
 * Source: op-plugin's calls of aclnnCumprod; PyTorch's torch.cumprod.
 */
ACLNN_API aclnnStatus aclnnCumprodGetWorkspaceSize(const aclTensor* input, const aclScalar* axis,
                                                   aclDataType dtype, aclTensor* out, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor);

/**
 * aclnnCumprod, phase two: enqueues the planned work on a stream of the current context and returns without
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
ACLNN_API aclnnStatus aclnnCumprod(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_CUMPROD_H_ */
