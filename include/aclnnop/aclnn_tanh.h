/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnTanh, aclnnInplaceTanh: hyperbolic tangents.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128.
 * Integers and BOOL are computed as FLOAT; out must be a floating-point type, or complex if the input is
 * complex. The error before rounding is about 1 ulp.
 */

#ifndef ACLNNOP_ACLNN_TANH_H_
#define ACLNNOP_ACLNN_TANH_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnTanh: out = (e^self - e^-self) / (e^self + e^-self).
 * @param[in] self  argument
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnTanhGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnTanh. */
ACLNN_API aclnnStatus aclnnTanh(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnInplaceTanh: selfRef = (e^selfRef - e^-selfRef) / (e^selfRef + e^-selfRef).
 * @param[in,out] selfRef  argument and result; of a floating-point type
 */
ACLNN_API aclnnStatus aclnnInplaceTanhGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnInplaceTanh. */
ACLNN_API aclnnStatus aclnnInplaceTanh(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_TANH_H_ */
