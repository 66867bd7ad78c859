/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnFmodScalar, aclnnInplaceFmodScalar: remainders with the sign of the dividend, by a scalar.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. Scalars promote. The
 * remainder is exact. The remainder of x and 0 is NaN; that of a finite x and an infinite divisor is x. An
 * integer divided by 0 gives -1 (UINT8: 255), with the dividend as remainder. The lowest integer divided by
 * -1 wraps around.
 * Shapes: all tensors have one shape.
 */

#ifndef ACLNNOP_ACLNN_FMOD_SCALAR_H_
#define ACLNNOP_ACLNN_FMOD_SCALAR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFmodScalar: out = self - other * trunc(self / other), with a scalar other.
 * @param[in] self  dividend
 * @param[in] other  scalar of any type
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnFmodScalarGetWorkspaceSize(const aclTensor* self, const aclScalar* other,
                                                      aclTensor* out, uint64_t* workspaceSize,
                                                      aclOpExecutor** executor);
/** Phase two of aclnnFmodScalar. */
ACLNN_API aclnnStatus aclnnFmodScalar(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

/**
 * aclnnInplaceFmodScalar: selfRef = selfRef - other * trunc(selfRef / other), with a scalar other.
 * @param[in,out] selfRef  dividend, and result
 * @param[in] other  scalar of any type
 */
ACLNN_API aclnnStatus aclnnInplaceFmodScalarGetWorkspaceSize(aclTensor* selfRef, const aclScalar* other,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnInplaceFmodScalar. */
ACLNN_API aclnnStatus aclnnInplaceFmodScalar(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FMOD_SCALAR_H_ */
