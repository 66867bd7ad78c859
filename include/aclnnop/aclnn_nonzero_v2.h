/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnNonzeroV2: indices of nonzero elements, a row per dimension. */

#ifndef ACLNNOP_ACLNN_NONZERO_V2_H_
#define ACLNNOP_ACLNN_NONZERO_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnNonzeroV2: out = the indices of all elements that are not zero, in row-major order.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128. NaN is not zero; zeros of both signs are. out is INT64. Source: PyTorch's
 * torch.nonzero. The number of elements of the result depends on the data. The result is packed in the first
 * elements of out if out is contiguous, and is in the first columns of out otherwise; the other elements are
 * not written. If out has no room for the result, nothing is written, and the next synchronize returns 507035
 * with the number of elements. Once the work is done (after a synchronize), the tensor out has the shape of
 * the result: call aclGetViewShape.
 *
 * @param[in] self  any shape
 * @param[out] out  [dimensions of self, any number] (of a tensor without dimensions [0, any]); then
 *     [dimensions of self, those that are not zero]
 */
ACLNN_API aclnnStatus aclnnNonzeroV2GetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                     uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnNonzeroV2. */
ACLNN_API aclnnStatus aclnnNonzeroV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_NONZERO_V2_H_ */
