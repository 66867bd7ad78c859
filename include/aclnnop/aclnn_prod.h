/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnProd: the product of all elements.
 */

#ifndef ACLNNOP_ACLNN_PROD_H_
#define ACLNNOP_ACLNN_PROD_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnProd, phase one: out = the product of the elements of self, converted to dtype first.
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128, and
 * BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3, 950). self and dtype may be any of
 * them; out is of type dtype.
 *
 * Arithmetic: FLOAT, FLOAT16 and BFLOAT16 are multiplied in float32, in 16 interleaved products for each
 * block of 512 elements, these and the blocks in float64; DOUBLE and complex numbers in float64. The result
 * is rounded once. Integers wrap around; a product of BOOL is "and". The same inputs give the same bits in
 * any layout, on any number of threads and any processor.
 *
 * The product of no element is 1.
 *
 * Tensors may have any strides and offset, and up to 8 dimensions; "shape" is the shape of the view.
 * Outputs may overlap self; an output must not overlap itself, nor another one.
 *
 * Phase one checks the arguments and plans; host only.
 *
 * @param[in] self              tensor of any shape, which may be empty
 * @param[in] dtype             type of out
 * @param[out] out              no dimensions; type dtype
 * @param[out] workspaceSize    bytes of device memory that phase two needs
 * @param[out] executor         the planned call; released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or self or out is
 * - 161002: a type that is not admitted; a dtype that is not out's
 * - 161002: another shape of out
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, an output whose elements share memory, or a private format
 * - 561101: out of host memory
 *
 * Source: the documentation of aclnnProd; PyTorch's torch.prod.
 */
ACLNN_API aclnnStatus aclnnProdGetWorkspaceSize(const aclTensor* self, aclDataType dtype, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);

/**
 * aclnnProd, phase two: enqueues the planned work on a stream of the current context and returns without
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
ACLNN_API aclnnStatus aclnnProd(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_PROD_H_ */
