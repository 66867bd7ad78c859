/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnTopk: the largest or smallest elements along a dimension. */

#ifndef ACLNNOP_ACLNN_TOPK_H_
#define ACLNNOP_ACLNN_TOPK_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnTopk: valuesOut = the k largest or smallest elements of self along dim, in order, indicesOut = their
 * indices. NaN is larger than any number; zeros of both signs are equal. Among equal elements the first ones
 * are taken, and come first.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. valuesOut has the type of
 * self, indicesOut is INT64. For BOOL, true is larger than false.
 * Source: PyTorch's torch.topk.
 *
 * @param[in] self  tensor of any shape
 * @param[in] k  number of elements, from 0 to the size of dim; 1 of a self of 0 dimensions
 * @param[in] dim  dimension to work along
 * @param[in] largest  whether the largest elements are taken, otherwise the smallest
 * @param[in] sorted  no effect: the results are always sorted
 * @param[out] valuesOut  shape of self with size k at dim; type of self
 * @param[out] indicesOut  the same shape; INT64
 */
ACLNN_API aclnnStatus aclnnTopkGetWorkspaceSize(const aclTensor* self, int64_t k, int64_t dim, bool largest,
                                                bool sorted, aclTensor* valuesOut, aclTensor* indicesOut,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnTopk. */
ACLNN_API aclnnStatus aclnnTopk(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_TOPK_H_ */
