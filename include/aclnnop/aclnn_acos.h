/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnAcos, aclnnInplaceAcos: inverse cosines.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. Integers and BOOL are
 * computed as FLOAT; out must be a floating-point type. The error before rounding is about 1 ulp.
 */

#ifndef ACLNNOP_ACLNN_ACOS_H_
#define ACLNNOP_ACLNN_ACOS_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAcos: out = acos(self), from 0 to pi; NaN outside [-1, 1].
 * @param[in] self  argument
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnAcosGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAcos. */
ACLNN_API aclnnStatus aclnnAcos(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnInplaceAcos: selfRef = acos(selfRef), from 0 to pi; NaN outside [-1, 1].
 * @param[in,out] selfRef  argument and result; of a floating-point type
 */
ACLNN_API aclnnStatus aclnnInplaceAcosGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnInplaceAcos. */
ACLNN_API aclnnStatus aclnnInplaceAcos(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ACOS_H_ */
