/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnIndex: indexing with a list of index tensors and masks. */

#ifndef ACLNNOP_ACLNN_INDEX_H_
#define ACLNNOP_ACLNN_INDEX_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIndex: out = self[indices].
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128. out has the type of self. Source: PyTorch's Tensor.__getitem__. indices holds an
 * index tensor for each of the first dimensions of self, in order. INT64 and INT32 tensors of any shape
 * broadcast together; negative indices count from the end. A BOOL tensor is a mask: it has the sizes of one
 * or more dimensions of self and represents an index tensor for each of them, with the positions at which it
 * is true. An entry that is NULL, or of shape [0] and the type of self, selects all of its dimension; so do
 * the dimensions after the last entry. The broadcast dimensions of the index tensors replace the indexed
 * dimensions if these are adjacent, and come first otherwise.
 *
 * @param[in] self  any shape
 * @param[in] indices  the list; if self has the type of an index tensor, an entry of shape [0] selects all of
 *     its dimension if out has the resulting shape, and is an index tensor without elements otherwise
 * @param[out] out  the shape of the selection, of at most 8 dimensions
 * @return 507035 if an index is out of range; a mask does not select as many elements as the shapes require
 */
ACLNN_API aclnnStatus aclnnIndexGetWorkspaceSize(const aclTensor* self, const aclTensorList* indices,
                                                 aclTensor* out, uint64_t* workspaceSize,
                                                 aclOpExecutor** executor);
/** Phase two of aclnnIndex. */
ACLNN_API aclnnStatus aclnnIndex(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_INDEX_H_ */
