/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAny: whether any element is true. */

#ifndef ACLNNOP_ACLNN_ANY_H_
#define ACLNNOP_ACLNN_ANY_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAny: out = whether any element of self over dim is true. Every element that is not zero is true,
 * including NaN.
 * Types: self FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64,
 * COMPLEX128; out BOOL or UINT8. The result of no elements is false.
 * Source: PyTorch's torch.any.
 *
 * @param[in] self  tensor of any shape
 * @param[in] dim  dimensions to reduce; an empty array means all
 * @param[in] keepdim  whether out keeps the reduced dimensions with size 1
 * @param[out] out  shape of self without the reduced dimensions, or with size 1 there; 0 and 1
 */
ACLNN_API aclnnStatus aclnnAnyGetWorkspaceSize(const aclTensor* self, const aclIntArray* dim, bool keepdim,
                                               aclTensor* out, uint64_t* workspaceSize,
                                               aclOpExecutor** executor);
/** Phase two of aclnnAny. */
ACLNN_API aclnnStatus aclnnAny(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ANY_H_ */
