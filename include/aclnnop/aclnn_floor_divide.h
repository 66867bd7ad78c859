/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnFloorDivide, aclnnInplaceFloorDivide, aclnnFloorDivides, aclnnInplaceFloorDivides: floor
 * division.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. Operands promote, scalars
 * included. The floor is that of the exact quotient, from the exact remainder (as in PyTorch). X / 0 stays
 * infinite or NaN. An integer divided by 0 gives -1 (UINT8: 255), with the dividend as remainder. The lowest
 * integer divided by -1 wraps around.
 * Shapes: the operands broadcast.
 */

#ifndef ACLNNOP_ACLNN_FLOOR_DIVIDE_H_
#define ACLNNOP_ACLNN_FLOOR_DIVIDE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFloorDivide: out = floor(self / other).
 * @param[in] self  dividend
 * @param[in] other  divisor
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnFloorDivideGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                                       aclTensor* out, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnFloorDivide. */
ACLNN_API aclnnStatus aclnnFloorDivide(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

/**
 * aclnnInplaceFloorDivide: selfRef = floor(selfRef / other).
 * @param[in,out] selfRef  dividend, and result
 * @param[in] other  divisor; broadcasts to selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceFloorDivideGetWorkspaceSize(aclTensor* selfRef, const aclTensor* other,
                                                              uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);
/** Phase two of aclnnInplaceFloorDivide. */
ACLNN_API aclnnStatus aclnnInplaceFloorDivide(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnFloorDivides: out = floor(self / other), with a scalar other.
 * @param[in] self  dividend
 * @param[in] other  scalar of any type
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnFloorDividesGetWorkspaceSize(const aclTensor* self, const aclScalar* other,
                                                        aclTensor* out, uint64_t* workspaceSize,
                                                        aclOpExecutor** executor);
/** Phase two of aclnnFloorDivides. */
ACLNN_API aclnnStatus aclnnFloorDivides(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

/**
 * aclnnInplaceFloorDivides: selfRef = floor(selfRef / other), with a scalar other.
 * @param[in,out] selfRef  dividend, and result
 * @param[in] other  scalar of any type
 */
ACLNN_API aclnnStatus aclnnInplaceFloorDividesGetWorkspaceSize(aclTensor* selfRef, const aclScalar* other,
                                                               uint64_t* workspaceSize,
                                                               aclOpExecutor** executor);
/** Phase two of aclnnInplaceFloorDivides. */
ACLNN_API aclnnStatus aclnnInplaceFloorDivides(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FLOOR_DIVIDE_H_ */
