/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUniqueDim: distinct slices. */

#ifndef ACLNNOP_ACLNN_UNIQUE_DIM_H_
#define ACLNNOP_ACLNN_UNIQUE_DIM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUniqueDim: valueOut = the distinct slices of self along dim in ascending order, inverseOut = the
 * index in valueOut of each slice, countsOut = how many slices are equal to each of valueOut. Slices are
 * compared element by element; the first difference decides.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL.
 * valueOut has the type of self. Zeros of both signs are equal, and the first one is taken. A NaN is larger
 * than any number and equal to nothing: each NaN is a separate value. inverseOut and countsOut are INT64.
 * How many there are depends on the data. Once the work is done (after a synchronize), the tensors valueOut
 * and countsOut have the shape of the result: call aclGetViewShape. Elements after the result are not
 * written. If an output has no room for the result, nothing is written, and the next synchronize returns
 * 507035 with the number of values. Source: PyTorch's torch.unique_dim.
 *
 * @param[in] self  any shape
 * @param[in] sorted  no effect: the result is always sorted
 * @param[in] returnInverse  whether inverseOut is computed
 * @param[in] dim  dimension to work along
 * @param[out] valueOut  shape of self, with any size at dim; if contiguous, any shape; then the shape of
 *     self with the number of distinct slices at dim
 * @param[out] inverseOut  [size of self at dim]; without returnInverse any tensor, which is not written
 * @param[out] countsOut  one dimension; if contiguous, any shape; then [distinct slices]
 */
ACLNN_API aclnnStatus aclnnUniqueDimGetWorkspaceSize(const aclTensor* self, bool sorted, bool returnInverse,
                                                     int64_t dim, aclTensor* valueOut, aclTensor* inverseOut,
                                                     aclTensor* countsOut, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);
/** Phase two of aclnnUniqueDim. */
ACLNN_API aclnnStatus aclnnUniqueDim(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UNIQUE_DIM_H_ */
