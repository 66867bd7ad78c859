/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnFmodTensor, aclnnInplaceFmodTensor: remainders with the sign of the dividend.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. Operands promote. The
 * remainder is exact. The remainder of x and 0 is NaN; that of a finite x and an infinite divisor is x. An
 * integer divided by 0 gives -1 (UINT8: 255), with the dividend as remainder. The lowest integer divided by
 * -1 wraps around.
 * Shapes: the operands broadcast.
 */

#ifndef ACLNNOP_ACLNN_FMOD_TENSOR_H_
#define ACLNNOP_ACLNN_FMOD_TENSOR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFmodTensor: out = self - other * trunc(self / other).
 * @param[in] self  dividend
 * @param[in] other  divisor
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnFmodTensorGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                                      aclTensor* out, uint64_t* workspaceSize,
                                                      aclOpExecutor** executor);
/** Phase two of aclnnFmodTensor. */
ACLNN_API aclnnStatus aclnnFmodTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

/**
 * aclnnInplaceFmodTensor: selfRef = selfRef - other * trunc(selfRef / other).
 * @param[in,out] selfRef  dividend, and result
 * @param[in] other  divisor; broadcasts to selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceFmodTensorGetWorkspaceSize(aclTensor* selfRef, const aclTensor* other,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnInplaceFmodTensor. */
ACLNN_API aclnnStatus aclnnInplaceFmodTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FMOD_TENSOR_H_ */
