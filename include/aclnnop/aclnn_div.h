/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnDiv, aclnnInplaceDiv, aclnnDivs, aclnnInplaceDivs, aclnnDivMod, aclnnInplaceDivMod,
 * aclnnDivMods, aclnnInplaceDivMods: quotients.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL; COMPLEX64 and COMPLEX128,
 * but not in aclnnDivMod and aclnnDivMods. Operands promote, scalars included. Quotients of integers and BOOL
 * that are not truncated are computed as FLOAT. In DivMod, the floor of a floating-point quotient is that of
 * the exact quotient, from the exact remainder (as in PyTorch). X / 0 stays infinite or NaN. An integer
 * divided by 0 gives -1 (UINT8: 255), with the dividend as remainder. The lowest integer divided by -1 wraps
 * around.
 * Shapes: the operands broadcast.
 */

#ifndef ACLNNOP_ACLNN_DIV_H_
#define ACLNNOP_ACLNN_DIV_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnDiv: out = self / other.
 * @param[in] self  dividend
 * @param[in] other  divisor
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnDivGetWorkspaceSize(const aclTensor* self, const aclTensor* other, aclTensor* out,
                                               uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDiv. */
ACLNN_API aclnnStatus aclnnDiv(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

/**
 * aclnnInplaceDiv: selfRef = selfRef / other.
 * @param[in,out] selfRef  dividend, and result
 * @param[in] other  divisor; broadcasts to selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceDivGetWorkspaceSize(aclTensor* selfRef, const aclTensor* other,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceDiv. */
ACLNN_API aclnnStatus aclnnInplaceDiv(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

/**
 * aclnnDivs: out = self / other, with a scalar other.
 * @param[in] self  dividend
 * @param[in] other  scalar of any type
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnDivsGetWorkspaceSize(const aclTensor* self, const aclScalar* other, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDivs. */
ACLNN_API aclnnStatus aclnnDivs(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnInplaceDivs: selfRef = selfRef / other, with a scalar other.
 * @param[in,out] selfRef  dividend, and result
 * @param[in] other  scalar of any type
 */
ACLNN_API aclnnStatus aclnnInplaceDivsGetWorkspaceSize(aclTensor* selfRef, const aclScalar* other,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceDivs. */
ACLNN_API aclnnStatus aclnnInplaceDivs(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

/**
 * aclnnDivMod: out = self / other, rounded as mode specifies.
 * @param[in] self  dividend
 * @param[in] other  divisor
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
 * aclnnInplaceDivMod: selfRef = selfRef / other, rounded as mode specifies.
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
 * aclnnDivMods: out = self / other, rounded as mode specifies, with a scalar other.
 * @param[in] self  dividend
 * @param[in] other  scalar of any type
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
 * aclnnInplaceDivMods: selfRef = selfRef / other, rounded as mode specifies, with a scalar other.
 * @param[in,out] selfRef  dividend, and result
 * @param[in] other  scalar of any type
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
