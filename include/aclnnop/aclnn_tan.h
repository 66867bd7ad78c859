/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnTan, aclnnInplaceTan: tangents.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128.
 * Integers and BOOL are computed as FLOAT; out must be a floating-point type, or complex if the input is
 * complex. The error before rounding is about 1 ulp.
 */

#ifndef ACLNNOP_ACLNN_TAN_H_
#define ACLNNOP_ACLNN_TAN_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnTan: out = tan(self), self in radians, reduced exactly for any magnitude; NaN for infinities.
 * @param[in] self  argument
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnTanGetWorkspaceSize(const aclTensor* self, aclTensor* out, uint64_t* workspaceSize,
                                               aclOpExecutor** executor);
/** Phase two of aclnnTan. */
ACLNN_API aclnnStatus aclnnTan(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

/**
 * aclnnInplaceTan: selfRef = tan(selfRef), selfRef in radians, reduced exactly for any magnitude; NaN for
 * infinities.
 * @param[in,out] selfRef  argument and result; of a floating-point type
 */
ACLNN_API aclnnStatus aclnnInplaceTanGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                                      aclOpExecutor** executor);
/** Phase two of aclnnInplaceTan. */
ACLNN_API aclnnStatus aclnnInplaceTan(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_TAN_H_ */
