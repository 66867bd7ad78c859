/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnLog2, aclnnInplaceLog2: logarithms to base 2.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128.
 * Integers and BOOL are computed as FLOAT; out must be a floating-point type, or complex if the input is
 * complex. The error before rounding is about 1 ulp.
 */

#ifndef ACLNNOP_ACLNN_LOG2_H_
#define ACLNNOP_ACLNN_LOG2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLog2: out = log(self) / log(2); -inf for 0, NaN for negative numbers of real types.
 * @param[in] self  argument
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnLog2GetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnLog2. */
ACLNN_API aclnnStatus aclnnLog2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnInplaceLog2: selfRef = log(selfRef) / log(2); -inf for 0, NaN for negative numbers of real types.
 * @param[in,out] selfRef  argument and result; of a floating-point type
 */
ACLNN_API aclnnStatus aclnnInplaceLog2GetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnInplaceLog2. */
ACLNN_API aclnnStatus aclnnInplaceLog2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LOG2_H_ */
