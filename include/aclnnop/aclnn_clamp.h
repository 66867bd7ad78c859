/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnClamp, aclnnClampMin, aclnnClampMax, aclnnInplaceClampMax,
 * aclnnClampTensor, aclnnClampMinTensor, aclnnInplaceClampMinTensor,
 * aclnnClampMaxTensor, aclnnInplaceClampMaxTensor: numbers kept within bounds.
 */

#ifndef ACLNNOP_ACLNN_CLAMP_H_
#define ACLNNOP_ACLNN_CLAMP_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of every operator of this header:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, and BFLOAT16
 * where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3, 950). Tensors of
 * different types promote to one, in which the result is computed:
 * floating-point before integer before BOOL, the wider one of two; FLOAT16 with
 * BFLOAT16 gives FLOAT, UINT8 with INT8 gives INT16. A scalar operand changes
 * the type only if it is of a higher class than the tensor: FLOAT for a
 * floating-point scalar, INT64 for an integer; else it is converted to the
 * tensor's type, an integer by wrapping around. The result is stored as the
 * type of the output, which must hold it: no floating-point result in an
 * integer, nothing but BOOL in a BOOL. Source: PyTorch's type promotion.
 *
 * Arithmetic: exact. min(max(x, lower), upper): where the bounds contradict
 * each other, the upper one wins (as in PyTorch). NaN where any operand is. The
 * same inputs give the same bits on any number of threads and any processor.
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
 * pointer argument is; of aclnnClamp and aclnnClampTensor one bound may be
 * NULL, which is none
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
 * aclnnClamp, phase one: out = min(max(self, clipValueMin), clipValueMax).
 *
 * @param[in] self  operand
 * @param[in] clipValueMin  the lower bound, or NULL
 * @param[in] clipValueMax  the upper bound, or NULL
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnClampGetWorkspaceSize(const aclTensor* self, const aclScalar* clipValueMin,
                                                 const aclScalar* clipValueMax, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnClamp. */
ACLNN_API aclnnStatus aclnnClamp(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

/**
 * aclnnClampMin, phase one: out = max(self, clipValueMin).
 *
 * @param[in] self  operand
 * @param[in] clipValueMin  the lower bound, one number
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnClampMinGetWorkspaceSize(const aclTensor* self, const aclScalar* clipValueMin,
                                                    aclTensor* out, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor);
/** Phase two of aclnnClampMin. */
ACLNN_API aclnnStatus aclnnClampMin(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

/**
 * aclnnClampMax, phase one: out = min(self, clipValueMax).
 *
 * @param[in] self  operand
 * @param[in] clipValueMax  the upper bound, one number
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnClampMaxGetWorkspaceSize(const aclTensor* self, const aclScalar* clipValueMax,
                                                    aclTensor* out, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor);
/** Phase two of aclnnClampMax. */
ACLNN_API aclnnStatus aclnnClampMax(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

/**
 * aclnnInplaceClampMax, phase one: selfRef = min(selfRef, clipValueMax).
 *
 * @param[in,out] selfRef  operand and result
 * @param[in] clipValueMax  the upper bound, one number
 */
ACLNN_API aclnnStatus aclnnInplaceClampMaxGetWorkspaceSize(aclTensor* selfRef, const aclScalar* clipValueMax,
                                                           uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceClampMax. */
ACLNN_API aclnnStatus aclnnInplaceClampMax(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

/**
 * aclnnClampTensor, phase one: out = min(max(self, clipValueMin),
 * clipValueMax), element by element.
 *
 * @param[in] self  operand
 * @param[in] clipValueMin  the lower bounds, or NULL; broadcast with self
 * @param[in] clipValueMax  the upper bounds, or NULL; broadcast with self
 * @param[out] out  the broadcast shape of the operands
 */
ACLNN_API aclnnStatus aclnnClampTensorGetWorkspaceSize(const aclTensor* self, const aclTensor* clipValueMin,
                                                       const aclTensor* clipValueMax, aclTensor* out,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnClampTensor. */
ACLNN_API aclnnStatus aclnnClampTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

/**
 * aclnnClampMinTensor, phase one: out = max(self, clipValueMin), element by
 * element.
 *
 * @param[in] self  operand
 * @param[in] clipValueMin  the lower bounds; broadcast with self
 * @param[out] out  the broadcast shape of the operands
 */
ACLNN_API aclnnStatus aclnnClampMinTensorGetWorkspaceSize(const aclTensor* self,
                                                          const aclTensor* clipValueMin, aclTensor* out,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnClampMinTensor. */
ACLNN_API aclnnStatus aclnnClampMinTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

/**
 * aclnnInplaceClampMinTensor, phase one: selfRef = max(selfRef, clipValueMin),
 * element by element.
 *
 * @param[in,out] selfRef  operand and result
 * @param[in] clipValueMin  the lower bounds; broadcast with self
 */
ACLNN_API aclnnStatus aclnnInplaceClampMinTensorGetWorkspaceSize(aclTensor* selfRef,
                                                                 const aclTensor* clipValueMin,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);
/** Phase two of aclnnInplaceClampMinTensor. */
ACLNN_API aclnnStatus aclnnInplaceClampMinTensor(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnClampMaxTensor, phase one: out = min(self, max), element by element.
 *
 * @param[in] self  operand
 * @param[in] max  the upper bounds; broadcast with self
 * @param[out] out  the broadcast shape of the operands
 */
ACLNN_API aclnnStatus aclnnClampMaxTensorGetWorkspaceSize(const aclTensor* self, const aclTensor* max,
                                                          aclTensor* out, uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);
/** Phase two of aclnnClampMaxTensor. */
ACLNN_API aclnnStatus aclnnClampMaxTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

/**
 * aclnnInplaceClampMaxTensor, phase one: selfRef = min(selfRef, max), element
 * by element.
 *
 * @param[in,out] selfRef  operand and result
 * @param[in] max  the upper bounds; broadcast to selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceClampMaxTensorGetWorkspaceSize(aclTensor* selfRef, const aclTensor* max,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);
/** Phase two of aclnnInplaceClampMaxTensor. */
ACLNN_API aclnnStatus aclnnInplaceClampMaxTensor(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_CLAMP_H_ */
