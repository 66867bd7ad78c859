/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUniqueConsecutive: elements or slices without repetitions. */

#ifndef ACLNNOP_ACLNN_UNIQUE_CONSECUTIVE_H_
#define ACLNNOP_ACLNN_UNIQUE_CONSECUTIVE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUniqueConsecutive: valueOut = the elements of self in row-major order, or its slices along dim,
 * without those that are equal to the one before. inverseOut = the index in valueOut of each element or
 * slice, countsOut = how many each of valueOut represents.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL.
 * valueOut has the type of self. Zeros of both signs are equal, and the first one is taken. A NaN is larger
 * than any number and equal to nothing: each NaN is a separate value. inverseOut and countsOut are INT64 or
 * INT32, of one type. How many there are depends on the data. Once the work is done (after a synchronize),
 * the tensors valueOut and countsOut have the shape of the result: call aclGetViewShape. Elements after the
 * result are not written. If an output has no room for the result, nothing is written, and the next
 * synchronize returns 507035 with the number of values. Source: PyTorch's torch.unique_consecutive.
 *
 * @param[in] self  any shape
 * @param[in] returnInverse  whether inverseOut is computed
 * @param[in] returnCounts  whether countsOut is computed
 * @param[in] dim  dimension to work along; 1000: none, elements are compared
 * @param[out] valueOut  one dimension, or with dim the shape of self with any size at dim; if contiguous,
 *     any shape; then [elements], or the shape of self with the number of slices at dim
 * @param[out] inverseOut  shape of self, or with dim [size of self at dim]; without returnInverse any
 *     tensor, which is not written
 * @param[out] countsOut  one dimension; if contiguous, any shape; then [elements or slices]; without
 *     returnCounts any tensor, which is not written
 */
ACLNN_API aclnnStatus aclnnUniqueConsecutiveGetWorkspaceSize(const aclTensor* self, bool returnInverse,
                                                             bool returnCounts, int64_t dim,
                                                             aclTensor* valueOut, aclTensor* inverseOut,
                                                             aclTensor* countsOut, uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnUniqueConsecutive. */
ACLNN_API aclnnStatus aclnnUniqueConsecutive(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UNIQUE_CONSECUTIVE_H_ */
