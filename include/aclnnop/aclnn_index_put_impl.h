/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnIndexPutImpl: writes or adds values at the positions of a list of index tensors and masks. */

#ifndef ACLNNOP_ACLNN_INDEX_PUT_IMPL_H_
#define ACLNNOP_ACLNN_INDEX_PUT_IMPL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIndexPutImpl: selfRef[indices] = values, or += values. If a position is selected several times, the
 * last value in row-major order of the selection wins; sums include all values, in this order. Sums of
 * FLOAT16 and BFLOAT16 are computed in float32 and rounded at each addition.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128. values has the type of selfRef. Source: PyTorch's Tensor.index_put_. indices holds
 * an index tensor for each of the first dimensions of self, in order. INT64 and INT32 tensors of any shape
 * broadcast together; negative indices count from the end. A BOOL tensor is a mask: it has the sizes of one
 * or more dimensions of self and represents an index tensor for each of them, with the positions at which it
 * is true. An entry that is NULL, or of shape [0] and the type of self, selects all of its dimension; so do
 * the dimensions after the last entry. The broadcast dimensions of the index tensors replace the indexed
 * dimensions if these are adjacent, and come first otherwise.
 *
 * @param[in,out] selfRef  any shape
 * @param[in] indices  the list
 * @param[in] values  a shape that broadcasts to that of the selection
 * @param[in] accumulate  whether values are added
 * @param[in] unsafe  ignored: indices are always checked
 * @return 507035 if an index is out of range; a mask does not select as many elements as the shapes require
 */
ACLNN_API aclnnStatus aclnnIndexPutImplGetWorkspaceSize(aclTensor* selfRef, const aclTensorList* indices,
                                                        const aclTensor* values, bool accumulate, bool unsafe,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnIndexPutImpl. */
ACLNN_API aclnnStatus aclnnIndexPutImpl(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_INDEX_PUT_IMPL_H_ */
