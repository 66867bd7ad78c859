/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnStridedSlice: a slice of several dimensions, with steps. */

#ifndef ACLNNOP_ACLNN_STRIDED_SLICE_H_
#define ACLNNOP_ACLNN_STRIDED_SLICE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnStridedSlice: out = the elements of self that an index expression selects, such as self[1:7:2, ...,
 * newaxis, 3]. begin, end and strides have an entry for each part of the expression, and bit i of a mask
 * applies to entry i. An entry is one of these:
 * - with its bit in ellipsisMask: all dimensions without a separate entry. Without such an entry they are at
 * the end.
 * - with its bit in newAxisMask: a new dimension of size 1.
 * - with its bit in shrinkAxisMask: the index begin of a dimension, which out does not have.
 * - otherwise a range: begin, begin + stride, ... up to end, which it does not contain. With its bit in
 * beginMask or endMask it begins or ends at the edge. Negative indices count from the end; indices outside
 * the dimension are moved to its edge. A negative stride goes backwards.
 * If an entry has several of these bits, the first of the list applies.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2; out has the type of self. Source: TensorFlow's
 * tf.strided_slice.
 *
 * @param[in] self  any shape
 * @param[in] begin  first index of each entry
 * @param[in] end  end of each entry, which is not part of it
 * @param[in] strides  step of each entry; not 0, and above 0 for an index
 * @param[in] beginMask  entries that begin at the edge
 * @param[in] endMask  entries that end at the edge
 * @param[in] ellipsisMask  at most one entry that represents the dimensions without entries
 * @param[in] newAxisMask  entries that add a dimension
 * @param[in] shrinkAxisMask  entries that select an index and remove the dimension
 * @param[out] out  the shape of the result
 */
ACLNN_API aclnnStatus aclnnStridedSliceGetWorkspaceSize(const aclTensor* self, const aclIntArray* begin,
                                                        const aclIntArray* end, const aclIntArray* strides,
                                                        int64_t beginMask, int64_t endMask,
                                                        int64_t ellipsisMask, int64_t newAxisMask,
                                                        int64_t shrinkAxisMask, aclTensor* out,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnStridedSlice. */
ACLNN_API aclnnStatus aclnnStridedSlice(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_STRIDED_SLICE_H_ */
