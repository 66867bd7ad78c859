/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnIndexFillTensor, aclnnInplaceIndexFillTensor: fills slices at indices known to the host.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128. out has the type of self. Source: PyTorch's torch.index_fill.
 */

#ifndef ACLNNOP_ACLNN_INDEX_FILL_TENSOR_H_
#define ACLNNOP_ACLNN_INDEX_FILL_TENSOR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIndexFillTensor: out = self, with the slices along dim that index names filled with value.
 * @param[in] self  any shape
 * @param[in] dim  dimension (a negative number counts from the end)
 * @param[in] index  values in [-size of dim, size of dim), negative numbers count from the end; an index out
 *     of range is 161002
 * @param[in] value  scalar, converted to the type of the tensor as in aclnnCast
 * @param[out] out  the shape of self; may be self
 */
ACLNN_API aclnnStatus aclnnIndexFillTensorGetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                           const aclIntArray* index, const aclScalar* value,
                                                           aclTensor* out, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);
/** Phase two of aclnnIndexFillTensor. */
ACLNN_API aclnnStatus aclnnIndexFillTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

/**
 * aclnnInplaceIndexFillTensor: the slices of selfRef along dim that index names are filled with value.
 * @param[in,out] selfRef  any shape
 * @param[in] dim  dimension (a negative number counts from the end)
 * @param[in] index  values in [-size of dim, size of dim), negative numbers count from the end; an index out
 *     of range is 161002
 * @param[in] value  scalar, converted to the type of the tensor as in aclnnCast
 */
ACLNN_API aclnnStatus aclnnInplaceIndexFillTensorGetWorkspaceSize(aclTensor* selfRef, int64_t dim,
                                                                  const aclIntArray* index,
                                                                  const aclScalar* value,
                                                                  uint64_t* workspaceSize,
                                                                  aclOpExecutor** executor);
/** Phase two of aclnnInplaceIndexFillTensor. */
ACLNN_API aclnnStatus aclnnInplaceIndexFillTensor(void* workspace, uint64_t workspaceSize,
                                                  aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_INDEX_FILL_TENSOR_H_ */
