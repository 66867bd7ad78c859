/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnReciprocal, aclnnInplaceReciprocal: reciprocals.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128.
 * Integers and BOOL are computed as FLOAT. The reciprocal of a real zero is an infinity.
 * Shapes: all tensors have one shape.
 */

#ifndef ACLNNOP_ACLNN_RECIPROCAL_H_
#define ACLNNOP_ACLNN_RECIPROCAL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnReciprocal: out = 1 / self.
 * @param[in] self  operand
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnReciprocalGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnReciprocal. */
ACLNN_API aclnnStatus aclnnReciprocal(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

/**
 * aclnnInplaceReciprocal: selfRef = 1 / selfRef.
 * @param[in,out] selfRef  operand and result
 */
ACLNN_API aclnnStatus aclnnInplaceReciprocalGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnInplaceReciprocal. */
ACLNN_API aclnnStatus aclnnInplaceReciprocal(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_RECIPROCAL_H_ */
