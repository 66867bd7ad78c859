/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnAsin, aclnnInplaceAsin: inverse sines.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. Integers and BOOL are
 * computed as FLOAT; out must be a floating-point type. The error before rounding is about 1 ulp.
 */

#ifndef ACLNNOP_ACLNN_ASIN_H_
#define ACLNNOP_ACLNN_ASIN_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAsin: out = asin(self), from -pi/2 to pi/2; NaN outside [-1, 1].
 * @param[in] self  argument
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnAsinGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAsin. */
ACLNN_API aclnnStatus aclnnAsin(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnInplaceAsin: selfRef = asin(selfRef), from -pi/2 to pi/2; NaN outside [-1, 1].
 * @param[in,out] selfRef  argument and result; of a floating-point type
 */
ACLNN_API aclnnStatus aclnnInplaceAsinGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnInplaceAsin. */
ACLNN_API aclnnStatus aclnnInplaceAsin(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ASIN_H_ */
