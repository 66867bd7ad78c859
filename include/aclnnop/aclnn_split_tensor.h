/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSplitTensor: splits a tensor into pieces of one size. */

#ifndef ACLNNOP_ACLNN_SPLIT_TENSOR_H_
#define ACLNNOP_ACLNN_SPLIT_TENSOR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSplitTensor: out[k] = the k-th piece of self along dim. Each piece has splitSections elements along
 * dim, except the last one, which has the rest.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2.
 * Source: PyTorch's torch.split.
 *
 * @param[in] self  1 to 8 dimensions
 * @param[in] splitSections  the length of pieces, at least 1
 * @param[in] dim  dimension (a negative number counts from the end)
 * @param[out] out  as many tensors as there are pieces, each of the type of self and the shape of its piece
 */
ACLNN_API aclnnStatus aclnnSplitTensorGetWorkspaceSize(const aclTensor* self, uint64_t splitSections,
                                                       int64_t dim, aclTensorList* out,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSplitTensor. */
ACLNN_API aclnnStatus aclnnSplitTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SPLIT_TENSOR_H_ */
