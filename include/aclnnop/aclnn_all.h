/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAll: whether all elements are true. */

#ifndef ACLNNOP_ACLNN_ALL_H_
#define ACLNNOP_ACLNN_ALL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAll: out = whether all elements of self over dim are true. Every element that is not zero is true,
 * including NaN.
 * Types: self FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64,
 * COMPLEX128; out BOOL or UINT8. The result of no elements is true.
 * Source: PyTorch's torch.all.
 *
 * @param[in] self  tensor of any shape
 * @param[in] dim  dimensions to reduce; an empty array means all
 * @param[in] keepdim  whether out keeps the reduced dimensions with size 1
 * @param[out] out  shape of self without the reduced dimensions, or with size 1 there; 0 and 1
 */
ACLNN_API aclnnStatus aclnnAllGetWorkspaceSize(const aclTensor* self, const aclIntArray* dim, bool keepdim,
                                               aclTensor* out, uint64_t* workspaceSize,
                                               aclOpExecutor** executor);
/** Phase two of aclnnAll. */
ACLNN_API aclnnStatus aclnnAll(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ALL_H_ */
