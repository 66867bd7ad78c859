/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnLeakyReluBackward: gradient of aclnnLeakyRelu.
 */

#ifndef ACLNNOP_ACLNN_LEAKY_RELU_BACKWARD_H_
#define ACLNNOP_ACLNN_LEAKY_RELU_BACKWARD_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of aclnnLeakyReluBackward:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, and BFLOAT16 where the emulated chip has it
 * (OPENACLNN_SOC: Atlas A2, A3, 950). Tensors of different types promote to
 * one, in which the result is computed: floating-point before integer before
 * BOOL, the wider one of two; FLOAT16 with BFLOAT16 gives FLOAT, UINT8 with
 * INT8 gives INT16. The result is stored as the type of the output, which must
 * hold it: no floating-point result in an integer, nothing but BOOL in a BOOL.
 * Source: PyTorch's type promotion. Numbers may be of any type.
 *
 * Arithmetic: float32 for FLOAT, FLOAT16 and BFLOAT16, rounded once, to nearest
 * even; float64 for DOUBLE. The same inputs give the same bits on any number of
 * threads and any processor.
 *
 * Shapes: up to 8 dimensions, the operands broadcast against each other
 * (aligned at the right; extents equal, or one of them 1). Tensors may have any
 * strides and offset; "shape" is the shape of the view. An output may be one of
 * the inputs or overlap them; it must not overlap itself. Empty tensors are
 * fine: nothing is done.
 *
 * Phase one checks the arguments and plans; host only. It writes workspaceSize
 * (bytes of device memory that phase two needs) and executor (released by phase
 * two, or by aclDestroyAclOpExecutor). It returns
 * - 0: planned
 * - 161001: workspaceSize or executor is NULL (looked at first), or another
 * pointer argument is
 * - 161002: a type that is not admitted, or types that do not promote; a type
 * of the output that does not hold the result
 * - 161002: shapes that do not broadcast, or another shape of the output than
 * the operands' broadcast together
 * - 161002: a tensor of more than 8 dimensions, with a negative extent, stride
 * or offset, a view that leaves its storage, or a private format
 * - 561101: out of host memory
 * Phase two enqueues the planned work on a stream of the current context and
 * returns without waiting for it. It takes the workspace that phase one asked
 * for (NULL if 0 bytes), and consumes the executor unless that is repeatable.
 * It returns
 * - 0: enqueued
 * - 161001: executor NULL; workspace NULL with workspaceSize > 0; a tensor with
 * elements but no address
 * - 161002: workspaceSize too small; a tensor or the workspace not inside one
 * live device allocation; an executor of another operator; a workspace that
 * shares bytes with a tensor
 * - 361001: the runtime refused: no current context, a stream of another device
 * or a destroyed one, a stopped stream
 * - 561000: the executor is not alive (already consumed or destroyed)
 */

/**
 * aclnnLeakyReluBackward, phase one: out = self > 0 ? gradOutput :
 * negativeSlope * gradOutput.
 *
 * @param[in] gradOutput  gradient with respect to the output
 * @param[in] self  operand of the forward operator; broadcasts with gradOutput
 * @param[in] negativeSlope  the slope below zero, one number
 * @param[in] selfIsResult  whether self is the output of the forward operator
 * instead, which has the same sign
 * @param[out] out  gradient with respect to the operand; the broadcast shape of
 * gradOutput and self
 */
ACLNN_API aclnnStatus aclnnLeakyReluBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclScalar* negativeSlope, bool selfIsResult,
    aclTensor* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnLeakyReluBackward. */
ACLNN_API aclnnStatus aclnnLeakyReluBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_LEAKY_RELU_BACKWARD_H_ */
