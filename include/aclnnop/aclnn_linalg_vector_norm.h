/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnLinalgVectorNorm: norms over dimensions.
 */

#ifndef ACLNNOP_ACLNN_LINALG_VECTOR_NORM_H_
#define ACLNNOP_ACLNN_LINALG_VECTOR_NORM_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLinalgVectorNorm, phase one: out = norm of self over dims, of order ord.
 *
 * Order 0 counts the elements that are not zero, 1 adds the magnitudes, 2 is the root of the sum of
 * squares, the infinities are the largest and the smallest magnitude; any other order p gives (sum of
 * |x|^p)^(1/p). NaN among the elements gives NaN, but for order 0.
 *
 * Types: FLOAT, FLOAT16, DOUBLE, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3,
 * 950). dtype is FLOAT, DOUBLE or the type of self.
 *
 * Arithmetic: terms in float32 (in float64 where self or dtype is DOUBLE), added as aclnnReduceSum adds; the
 * root in float64; rounded once. The same
 * inputs give the same bits in any layout, on any number of threads and any processor.
 *
 * Of no element an order from 0 on gives 0; others are refused.
 *
 * Tensors may have any strides and offset, and up to 8 dimensions; "shape" is the shape of the view. out
 * may overlap self; it must not overlap itself.
 *
 * Phase one checks the arguments and plans; host only.
 *
 * @param[in] self              tensor of any shape, which may be empty
 * @param[in] ord               the order: any real number, of any type, or an infinity
 * @param[in] dims              dimensions to reduce, each in [-rank, rank - 1] and at most once, in any
 *                              order; an empty array means all. Of a self of 0 dimensions: 0 or -1. NULL:
 *                              all
 * @param[in] keepDims          whether out keeps the reduced dimensions, with extent 1
 * @param[in] dtype             type of out
 * @param[out] out              shape of self without the reduced dimensions, or with extent 1 there; of type
 *                              dtype
 * @param[out] workspaceSize    bytes of device memory that phase two needs
 * @param[out] executor         the planned call; released by phase two, or by aclDestroyAclOpExecutor
 * @return
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or self, ord or out is
 * - 161002: a type that is not admitted; a dtype that is neither FLOAT, DOUBLE nor the type of
 * self, or not out's
 * - 161002: an order that is complex or NaN
 * - 161002: a dimension that self does not have, or one that is named twice; another shape of out
 * - 161002: no element along the reduced dimensions, and an order that is negative or infinite
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that
 * leaves its storage, an output whose elements share memory, or a private format
 * - 561101: out of host memory
 *
 * Source: the documentation of aclnnLinalgVectorNorm; PyTorch's torch.linalg.vector_norm.
 */
ACLNN_API aclnnStatus aclnnLinalgVectorNormGetWorkspaceSize(const aclTensor* self, const aclScalar* ord,
                                                            const aclIntArray* dims, bool keepDims,
                                                            aclDataType dtype, aclTensor* out,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);

/**
 * aclnnLinalgVectorNorm, phase two: enqueues the planned work on a stream of the current context and returns
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
ACLNN_API aclnnStatus aclnnLinalgVectorNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_LINALG_VECTOR_NORM_H_ */
