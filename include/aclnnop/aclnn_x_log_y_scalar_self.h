/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnXLogYScalarSelf: product of a number and the logarithm of a tensor. */

#ifndef ACLNNOP_ACLNN_X_LOG_Y_SCALAR_SELF_H_
#define ACLNNOP_ACLNN_X_LOG_Y_SCALAR_SELF_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnXLogYScalarSelf: out = self log(other); NaN if other is NaN, otherwise 0 if self is 0.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. Integers and BOOL are
 * computed as FLOAT; out must be a floating-point type.
 *
 * @param[in] self  factor, a scalar; rounded to the type of other
 * @param[in] other  argument of the logarithm
 * @param[out] out  the shape of other
 */
ACLNN_API aclnnStatus aclnnXLogYScalarSelfGetWorkspaceSize(const aclScalar* self, const aclTensor* other,
                                                           aclTensor* out, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);
/** Phase two of aclnnXLogYScalarSelf. */
ACLNN_API aclnnStatus aclnnXLogYScalarSelf(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_X_LOG_Y_SCALAR_SELF_H_ */
