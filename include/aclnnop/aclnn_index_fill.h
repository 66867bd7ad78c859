/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnIndexFill, aclnnInplaceIndexFill: fills slices at the indices of a tensor.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128; index is INT64 or INT32. out has the type of self. Source: PyTorch's
 * torch.index_fill.
 */

#ifndef ACLNNOP_ACLNN_INDEX_FILL_H_
#define ACLNNOP_ACLNN_INDEX_FILL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIndexFill: out = self, with the slices along dim that index names filled with value.
 * @param[in] self  any shape
 * @param[in] dim  dimension (a negative number counts from the end)
 * @param[in] index  one dimension, or none; values in [-size of dim, size of dim), negative numbers count
 *     from the end
 * @param[in] value  scalar, converted to the type of self as in aclnnCast
 * @param[out] out  the shape of self; may be self
 * @return 507035 if an index is out of range
 */
ACLNN_API aclnnStatus aclnnIndexFillGetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                     const aclTensor* index, const aclScalar* value,
                                                     aclTensor* out, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);
/** Phase two of aclnnIndexFill. */
ACLNN_API aclnnStatus aclnnIndexFill(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

/**
 * aclnnInplaceIndexFill: the slices of selfRef along dim that index names are filled with value.
 * @param[in,out] selfRef  any shape
 * @param[in] dim  dimension (a negative number counts from the end)
 * @param[in] index  one dimension, or none; values in [-size of dim, size of dim), negative numbers count
 *     from the end
 * @param[in] value  scalar, converted to the type of selfRef as in aclnnCast
 * @return 507035 if an index is out of range
 */
ACLNN_API aclnnStatus aclnnInplaceIndexFillGetWorkspaceSize(aclTensor* selfRef, int64_t dim,
                                                            const aclTensor* index, const aclScalar* value,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnInplaceIndexFill. */
ACLNN_API aclnnStatus aclnnInplaceIndexFill(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_INDEX_FILL_H_ */
