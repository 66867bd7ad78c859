/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnCoalesceSparse: elements of a sparse tensor in one place become one. */

#ifndef ACLNNOP_ACLNN_COALESCE_SPARSE_H_
#define ACLNNOP_ACLNN_COALESCE_SPARSE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnCoalesceSparse: newIndices[uniqueIndices[i]] = indices[i] and newValues[uniqueIndices[i]] += values[i],
 * from 0 on: element i of a sparse tensor is at the place with the number uniqueIndices[i].
 * Types: values FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128;
 * the others INT32, INT64.
 * Arithmetic: values are added in their order, with one rounding each; sums of integers wrap around.
 *
 * @param[in] uniqueLen  [places]; only its shape counts
 * @param[in] uniqueIndices  [elements]: from 0 to below places
 * @param[in] indices  [elements, d]
 * @param[in] values  [elements, ...]
 * @param[out] newIndices  [places, d]; type of indices
 * @param[out] newValues  [places, ...]: the dimensions of values after the first one; type of values
 * @return 507035 if a value of uniqueIndices is out of range; then nothing is written
 */
ACLNN_API aclnnStatus aclnnCoalesceSparseGetWorkspaceSize(const aclTensor* uniqueLen,
                                                          const aclTensor* uniqueIndices,
                                                          const aclTensor* indices, const aclTensor* values,
                                                          aclTensor* newIndices, aclTensor* newValues,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnCoalesceSparse. */
ACLNN_API aclnnStatus aclnnCoalesceSparse(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_COALESCE_SPARSE_H_ */
