/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnRemainderTensorTensor, aclnnInplaceRemainderTensorTensor, aclnnRemainderTensorScalar,
 * aclnnInplaceRemainderTensorScalar, aclnnRemainderScalarTensor: remainders with the sign of the divisor.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. Operands promote, scalars
 * included. The remainder is exact, except for the addition of other if the signs differ. The remainder of x
 * and 0 is NaN; that of a finite x and an infinite divisor of the same sign is x. An integer divided by 0
 * gives -1 (UINT8: 255), with the dividend as remainder. The lowest integer divided by -1 wraps around.
 * Shapes: the operands broadcast.
 */

#ifndef ACLNNOP_ACLNN_REMAINDER_H_
#define ACLNNOP_ACLNN_REMAINDER_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRemainderTensorTensor: out = self - other * floor(self / other).
 * @param[in] self  dividend
 * @param[in] other  divisor
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnRemainderTensorTensorGetWorkspaceSize(const aclTensor* self,
                                                                 const aclTensor* other, aclTensor* out,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);
/** Phase two of aclnnRemainderTensorTensor. */
ACLNN_API aclnnStatus aclnnRemainderTensorTensor(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnInplaceRemainderTensorTensor: selfRef = selfRef - other * floor(selfRef / other).
 * @param[in,out] selfRef  dividend, and result
 * @param[in] other  divisor; broadcasts to selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceRemainderTensorTensorGetWorkspaceSize(aclTensor* selfRef,
                                                                        const aclTensor* other,
                                                                        uint64_t* workspaceSize,
                                                                        aclOpExecutor** executor);
/** Phase two of aclnnInplaceRemainderTensorTensor. */
ACLNN_API aclnnStatus aclnnInplaceRemainderTensorTensor(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnRemainderTensorScalar: out = self - other * floor(self / other), with a scalar other.
 * @param[in] self  dividend
 * @param[in] other  scalar of any type
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnRemainderTensorScalarGetWorkspaceSize(const aclTensor* self,
                                                                 const aclScalar* other, aclTensor* out,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);
/** Phase two of aclnnRemainderTensorScalar. */
ACLNN_API aclnnStatus aclnnRemainderTensorScalar(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnInplaceRemainderTensorScalar: selfRef = selfRef - other * floor(selfRef / other), with a scalar other.
 * @param[in,out] selfRef  dividend, and result
 * @param[in] other  scalar of any type
 */
ACLNN_API aclnnStatus aclnnInplaceRemainderTensorScalarGetWorkspaceSize(aclTensor* selfRef,
                                                                        const aclScalar* other,
                                                                        uint64_t* workspaceSize,
                                                                        aclOpExecutor** executor);
/** Phase two of aclnnInplaceRemainderTensorScalar. */
ACLNN_API aclnnStatus aclnnInplaceRemainderTensorScalar(void* workspace, uint64_t workspaceSize,
                                                        aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnRemainderScalarTensor: out = self - other * floor(self / other), with a scalar self.
 * @param[in] self  scalar of any type
 * @param[in] other  divisor
 * @param[out] out  the shape of other
 */
ACLNN_API aclnnStatus aclnnRemainderScalarTensorGetWorkspaceSize(const aclScalar* self,
                                                                 const aclTensor* other, aclTensor* out,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);
/** Phase two of aclnnRemainderScalarTensor. */
ACLNN_API aclnnStatus aclnnRemainderScalarTensor(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_REMAINDER_H_ */
