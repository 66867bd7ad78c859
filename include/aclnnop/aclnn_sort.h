/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSort: sorting along a dimension. */

#ifndef ACLNNOP_ACLNN_SORT_H_
#define ACLNNOP_ACLNN_SORT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSort: valuesOut = the elements of self in order along dim, indicesOut = their indices in self. NaN is
 * larger than any number; zeros of both signs are equal. Equal elements keep their order, whatever the value
 * of stable.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. valuesOut has the type of
 * self, indicesOut is INT64. For BOOL, true is larger than false.
 * Source: PyTorch's torch.sort.
 *
 * @param[in] self  tensor of any shape
 * @param[in] stable  no effect: the result is always stable
 * @param[in] dim  dimension to work along
 * @param[in] descending  largest elements first
 * @param[out] valuesOut  shape and type of self
 * @param[out] indicesOut  shape of self; INT64
 */
ACLNN_API aclnnStatus aclnnSortGetWorkspaceSize(const aclTensor* self, bool stable, int64_t dim,
                                                bool descending, aclTensor* valuesOut, aclTensor* indicesOut,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSort. */
ACLNN_API aclnnStatus aclnnSort(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SORT_H_ */
