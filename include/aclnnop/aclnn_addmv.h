/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnAddmv: a vector plus the product of a matrix and a vector.
 */

#ifndef ACLNNOP_ACLNN_ADDMV_H_
#define ACLNNOP_ACLNN_ADDMV_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of this operator:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, and BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3,
 * 950). Operands of different types promote to one: FLOAT16 with BFLOAT16 gives FLOAT. The output has that
 * type, or FLOAT where it is a half type: then nothing is rounded to the half type on the way.
 *
 * Arithmetic: sums of fused multiply-adds in float32 for FLOAT, FLOAT16 and BFLOAT16, in float64 for DOUBLE,
 * cut into blocks by the shape alone, and one rounding to the type of the output at the end. The same inputs
 * give the same bits on any number of threads and in any layout; on processors with other instructions the
 * last bits may differ. Without any depth to sum over, products are zeros. alpha and beta are numbers of any
 * real type. If beta is 0, what it multiplies is not read: NaN and infinities in it do not count.
 *
 * cubeMathType: -1 (FLOAT16 to FLOAT), 0 (keep the type), 1 (may lower the precision), 2 (FLOAT16), 3
 * (HFLOAT32): all are accepted, and FLOAT is always computed in float32, which each of them permits.
 *
 * Shapes: mat is [n, m], vec [m], out [n]; self broadcasts to out. Alpha comes before beta here. Tensors may
 * have any strides and offset; "shape" is the shape of the view. Transposed operands cost no copy. An output
 * may overlap an input; it must not overlap itself. Empty tensors are fine.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize (bytes of device memory that
 * phase two needs) and executor (released by phase two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another pointer argument is
 * - 161002: a type that is not admitted, or another type of the output; a complex alpha or beta
 * - 161002: shapes that do not fit together, or another shape of the output than the product's; a
 * cubeMathType outside -1 to 3
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride or offset, a view that leaves
 * its storage, or a private format
 * - 561101: out of host memory
 * Phase two enqueues the planned work on a stream of the current context and returns without waiting for it.
 * It takes the workspace that phase one asked for (NULL if 0 bytes), and consumes the executor unless that is
 * repeatable. It returns
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one live device allocation; an
 * executor of another operator; a workspace that shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device or a destroyed one, a stopped
 * stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 *
 * Source: torch.addmv.
 */

/**
 * aclnnAddmv, phase one: out = beta * self + alpha * (mat @ vec).
 *
 * @param[in] self  summand
 * @param[in] mat  matrix
 * @param[in] vec  vector
 * @param[in] alpha  factor of the product
 * @param[in] beta  factor of the summand
 * @param[out] out  result
 * @param[in] cubeMathType  how FLOAT may be computed
 */
ACLNN_API aclnnStatus aclnnAddmvGetWorkspaceSize(const aclTensor* self, const aclTensor* mat,
                                                 const aclTensor* vec, const aclScalar* alpha,
                                                 const aclScalar* beta, aclTensor* out, int8_t cubeMathType,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAddmv. */
ACLNN_API aclnnStatus aclnnAddmv(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_ADDMV_H_ */
