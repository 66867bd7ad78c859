/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnIndexCopy, aclnnInplaceIndexCopy: writes slices at given indices.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128; index is INT64 or INT32. All tensors except index have one type. Source: PyTorch's
 * torch.index_copy.
 */

#ifndef ACLNNOP_ACLNN_INDEX_COPY_H_
#define ACLNNOP_ACLNN_INDEX_COPY_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIndexCopy: outRef = selfRef, with the slices along dim that index names replaced by those of source.
 * selfRef stays unchanged.
 * @param[in] selfRef  any shape
 * @param[in] dim  dimension (a negative number counts from the end)
 * @param[in] index  one dimension, or none; values in [0, size of dim). Among equal indices the last one wins
 * @param[in] source  the shape of selfRef with the number of indices at dim, of its type
 * @param[out] outRef  the shape of selfRef; may be selfRef
 * @return 507035 if an index is out of range
 */
ACLNN_API aclnnStatus aclnnIndexCopyGetWorkspaceSize(const aclTensor* selfRef, int64_t dim,
                                                     const aclTensor* index, const aclTensor* source,
                                                     aclTensor* outRef, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);
/** Phase two of aclnnIndexCopy. */
ACLNN_API aclnnStatus aclnnIndexCopy(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

/**
 * aclnnInplaceIndexCopy: the slices of selfRef along dim that index names become those of source.
 * @param[in,out] selfRef  any shape
 * @param[in] dim  dimension (a negative number counts from the end)
 * @param[in] index  one dimension, or none; values in [0, size of dim). Among equal indices the last one wins
 * @param[in] source  the shape of selfRef with the number of indices at dim, of its type
 * @return 507035 if an index is out of range
 */
ACLNN_API aclnnStatus aclnnInplaceIndexCopyGetWorkspaceSize(aclTensor* selfRef, int64_t dim,
                                                            const aclTensor* index, const aclTensor* source,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnInplaceIndexCopy. */
ACLNN_API aclnnStatus aclnnInplaceIndexCopy(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_INDEX_COPY_H_ */
