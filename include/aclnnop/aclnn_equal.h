/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnEqual: whether two tensors are equal. */

#ifndef ACLNNOP_ACLNN_EQUAL_H_
#define ACLNNOP_ACLNN_EQUAL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnEqual: out is true if both have the same shape and equal elements. NaN equals nothing, zeros of both
 * signs are equal; two empty tensors of one shape are equal.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128. self and other have one type, out is BOOL. Source: PyTorch's torch.equal.
 *
 * @param[in] self  any shape
 * @param[in] other  any shape
 * @param[out] out  one element
 */
ACLNN_API aclnnStatus aclnnEqualGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                                 aclTensor* out, uint64_t* workspaceSize,
                                                 aclOpExecutor** executor);
/** Phase two of aclnnEqual. */
ACLNN_API aclnnStatus aclnnEqual(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_EQUAL_H_ */
