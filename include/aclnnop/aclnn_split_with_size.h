/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSplitWithSize: splits a tensor into pieces of given sizes. */

#ifndef ACLNNOP_ACLNN_SPLIT_WITH_SIZE_H_
#define ACLNNOP_ACLNN_SPLIT_WITH_SIZE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSplitWithSize: out[k] = the k-th piece of self along dim, with splitSize[k] elements along dim.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2.
 * Source: PyTorch's torch.split_with_sizes.
 * @param[in] self  1 to 8 dimensions
 * @param[in] splitSize  a length for each piece, none negative; their sum is the size of dim
 * @param[in] dim  dimension (a negative number counts from the end)
 * @param[out] out  a tensor for each piece, of the type of self and the shape of the piece
 */
ACLNN_API aclnnStatus aclnnSplitWithSizeGetWorkspaceSize(const aclTensor* self, const aclIntArray* splitSize,
                                                         int64_t dim, aclTensorList* out,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSplitWithSize. */
ACLNN_API aclnnStatus aclnnSplitWithSize(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SPLIT_WITH_SIZE_H_ */
