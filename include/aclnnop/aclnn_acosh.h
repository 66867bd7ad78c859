/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnAcosh, aclnnInplaceAcosh: inverse hyperbolic cosines.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. Integers and BOOL are
 * computed as FLOAT; out must be a floating-point type. The error before rounding is about 1 ulp.
 */

#ifndef ACLNNOP_ACLNN_ACOSH_H_
#define ACLNNOP_ACLNN_ACOSH_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAcosh: out = log(self + sqrt(self^2 - 1)); NaN below 1.
 * @param[in] self  argument
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnAcoshGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAcosh. */
ACLNN_API aclnnStatus aclnnAcosh(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

/**
 * aclnnInplaceAcosh: selfRef = log(selfRef + sqrt(selfRef^2 - 1)); NaN below 1.
 * @param[in,out] selfRef  argument and result; of a floating-point type
 */
ACLNN_API aclnnStatus aclnnInplaceAcoshGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                                        aclOpExecutor** executor);
/** Phase two of aclnnInplaceAcosh. */
ACLNN_API aclnnStatus aclnnInplaceAcosh(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ACOSH_H_ */
