/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMaskedSelect: the elements that a mask selects. */

#ifndef ACLNNOP_ACLNN_MASKED_SELECT_H_
#define ACLNNOP_ACLNN_MASKED_SELECT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMaskedSelect: out = the elements of self where mask is true, in row-major order.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128. mask is BOOL or UINT8, where every element that is not zero is true. out has the
 * type of self. Source: PyTorch's torch.masked_select. The number of elements of the result depends on the
 * data. The result is in the first elements of out, in row-major order, and the other elements are not
 * written. If out has no room for the result, nothing is written, and the next synchronize returns 507035
 * with the number of elements. Once the work is done (after a synchronize), the tensor out has the shape of
 * the result: call aclGetViewShape.
 *
 * @param[in] self  any shape
 * @param[in] mask  a shape that broadcasts with that of self
 * @param[out] out  [any number]; after the work [selected elements]
 */
ACLNN_API aclnnStatus aclnnMaskedSelectGetWorkspaceSize(const aclTensor* self, const aclTensor* mask,
                                                        aclTensor* out, uint64_t* workspaceSize,
                                                        aclOpExecutor** executor);
/** Phase two of aclnnMaskedSelect. */
ACLNN_API aclnnStatus aclnnMaskedSelect(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MASKED_SELECT_H_ */
