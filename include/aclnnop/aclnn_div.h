/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * aclnnDiv, aclnnInplaceDiv, aclnnDivs, aclnnInplaceDivs, aclnnDivMod,
 * aclnnInplaceDivMod, aclnnDivMods, aclnnInplaceDivMods: quotients.
 */

#ifndef ACLNNOP_ACLNN_DIV_H_
#define ACLNNOP_ACLNN_DIV_H_

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Of every operator of this header:
 *
 * Types: FLOAT, FLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL,
 * COMPLEX64, COMPLEX128 (of aclnnDivMod and aclnnDivMods no complex ones), and
 * BFLOAT16 where the emulated chip has it (OPENACLNN_SOC: Atlas A2, A3, 950).
 * Tensors of different types promote to one, in which the result is computed:
 * complex before floating-point before integer before BOOL, the wider one of
 * two; FLOAT16 with BFLOAT16 gives FLOAT, UINT8 with INT8 gives INT16. A scalar
 * operand changes the type only if it is of a higher class than the tensor:
 * FLOAT for a floating-point scalar, INT64 for an integer, COMPLEX64 (of a
 * DOUBLE tensor COMPLEX128) for a complex one; else it is converted to the
 * tensor's type, an integer by wrapping around. A quotient that is not
 * truncated is computed in FLOAT of integers and BOOL. The result is stored as
 * the type of the output, which must hold it: no floating-point result in an
 * integer, nothing but BOOL in a BOOL, no complex result in a real number.
 * Source: PyTorch's type promotion.
 *
 * Arithmetic: float32 for FLOAT, FLOAT16 and BFLOAT16, rounded once, to nearest
 * even; float64 for DOUBLE. Division by zero follows IEEE 754. Of DivMod with
 * floating-point operands floor is that of the exact quotient, from the exact
 * remainder (as in PyTorch), and x / 0 stays infinite or NaN; of integers an
 * integer divided by 0 gives -1 (of UINT8: 255), and leaves the dividend; the
 * lowest integer divided by -1 wraps around. The same inputs give the same bits
 * on any number of threads and any processor.
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
 * - 161002: a mode that is not 0, 1 or 2
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
 * aclnnDiv, phase one: out = self / other.
 *
 * @param[in] self  dividend
 * @param[in] other  divisor; broadcasts with self
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnDivGetWorkspaceSize(const aclTensor* self, const aclTensor* other, aclTensor* out,
                                               uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDiv. */
ACLNN_API aclnnStatus aclnnDiv(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

/**
 * aclnnInplaceDiv, phase one: selfRef = selfRef / other.
 *
 * @param[in,out] selfRef  dividend, and result
 * @param[in] other  divisor; broadcasts to selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceDivGetWorkspaceSize(aclTensor* selfRef, const aclTensor* other,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceDiv. */
ACLNN_API aclnnStatus aclnnInplaceDiv(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

/**
 * aclnnDivs, phase one: out = self / other, with a number for every element.
 *
 * @param[in] self  dividend
 * @param[in] other  one number, of any type
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnDivsGetWorkspaceSize(const aclTensor* self, const aclScalar* other, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDivs. */
ACLNN_API aclnnStatus aclnnDivs(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnInplaceDivs, phase one: selfRef = selfRef / other, with a number for
 * every element.
 *
 * @param[in,out] selfRef  dividend, and result
 * @param[in] other  one number, of any type
 */
ACLNN_API aclnnStatus aclnnInplaceDivsGetWorkspaceSize(aclTensor* selfRef, const aclScalar* other,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceDivs. */
ACLNN_API aclnnStatus aclnnInplaceDivs(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

/**
 * aclnnDivMod, phase one: out = self / other, made whole as mode says.
 *
 * @param[in] self  dividend
 * @param[in] other  divisor; broadcasts with self
 * @param[in] mode  0: the quotient itself, as aclnnDiv; 1: truncated; 2: floor
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnDivModGetWorkspaceSize(const aclTensor* self, const aclTensor* other, int mode,
                                                  aclTensor* out, uint64_t* workspaceSize,
                                                  aclOpExecutor** executor);
/** Phase two of aclnnDivMod. */
ACLNN_API aclnnStatus aclnnDivMod(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

/**
 * aclnnInplaceDivMod, phase one: selfRef = selfRef / other, made whole as mode
 * says.
 *
 * @param[in,out] selfRef  dividend, and result
 * @param[in] other  divisor; broadcasts to selfRef
 * @param[in] mode  0: the quotient itself, as aclnnDiv; 1: truncated; 2: floor
 */
ACLNN_API aclnnStatus aclnnInplaceDivModGetWorkspaceSize(aclTensor* selfRef, const aclTensor* other, int mode,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceDivMod. */
ACLNN_API aclnnStatus aclnnInplaceDivMod(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

/**
 * aclnnDivMods, phase one: out = self / other, made whole as mode says, with a
 * number for every element.
 *
 * @param[in] self  dividend
 * @param[in] other  one number, of any type
 * @param[in] mode  0: the quotient itself, as aclnnDiv; 1: truncated; 2: floor
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnDivModsGetWorkspaceSize(const aclTensor* self, const aclScalar* other, int mode,
                                                   aclTensor* out, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor);
/** Phase two of aclnnDivMods. */
ACLNN_API aclnnStatus aclnnDivMods(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

/**
 * aclnnInplaceDivMods, phase one: selfRef = selfRef / other, made whole as mode
 * says, with a number for every element.
 *
 * @param[in,out] selfRef  dividend, and result
 * @param[in] other  one number, of any type
 * @param[in] mode  0: the quotient itself, as aclnnDiv; 1: truncated; 2: floor
 */
ACLNN_API aclnnStatus aclnnInplaceDivModsGetWorkspaceSize(aclTensor* selfRef, const aclScalar* other,
                                                          int mode, uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);
/** Phase two of aclnnInplaceDivMods. */
ACLNN_API aclnnStatus aclnnInplaceDivMods(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_DIV_H_ */
