/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnXLogYScalarOther, aclnnInplaceXLogYScalarOther: product of a tensor and a logarithm.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. Integers and BOOL are
 * computed as FLOAT; out must be a floating-point type.
 */

#ifndef ACLNNOP_ACLNN_X_LOG_Y_SCALAR_OTHER_H_
#define ACLNNOP_ACLNN_X_LOG_Y_SCALAR_OTHER_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnXLogYScalarOther: out = self log(other); NaN if other is NaN, otherwise 0 if self is 0.
 * @param[in] self  factor
 * @param[in] other  argument of the logarithm, a scalar; rounded to the type of the tensor
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnXLogYScalarOtherGetWorkspaceSize(const aclTensor* self, const aclScalar* other,
                                                            aclTensor* out, uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnXLogYScalarOther. */
ACLNN_API aclnnStatus aclnnXLogYScalarOther(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

/**
 * aclnnInplaceXLogYScalarOther: selfRef = selfRef log(other); NaN if other is NaN, otherwise 0 if
 * selfRef is 0.
 * @param[in,out] selfRef  factor and result; of a floating-point type
 * @param[in] other  argument of the logarithm, a scalar; rounded to the type of the tensor
 */
ACLNN_API aclnnStatus aclnnInplaceXLogYScalarOtherGetWorkspaceSize(aclTensor* selfRef, const aclScalar* other,
                                                                   uint64_t* workspaceSize,
                                                                   aclOpExecutor** executor);
/** Phase two of aclnnInplaceXLogYScalarOther. */
ACLNN_API aclnnStatus aclnnInplaceXLogYScalarOther(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_X_LOG_Y_SCALAR_OTHER_H_ */
