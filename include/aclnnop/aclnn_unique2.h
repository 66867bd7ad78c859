/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUnique2: distinct elements and how often they occur. */

#ifndef ACLNNOP_ACLNN_UNIQUE2_H_
#define ACLNNOP_ACLNN_UNIQUE2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUnique2: valueOut = the distinct elements of self in ascending order, inverseOut = the index in
 * valueOut of each element of self, countsOut = how many elements are equal to each of valueOut.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL.
 * valueOut has the type of self. Zeros of both signs are equal, and the first one is taken. A NaN is larger
 * than any number and equal to nothing: each NaN is a separate value. inverseOut and countsOut are INT64.
 * How many there are depends on the data. Once the work is done (after a synchronize), the tensors valueOut
 * and countsOut have the shape of the result: call aclGetViewShape. Elements after the result are not
 * written. If an output has no room for the result, nothing is written, and the next synchronize returns
 * 507035 with the number of values. Source: PyTorch's torch.unique.
 *
 * @param[in] self  any shape
 * @param[in] sorted  no effect: the result is always sorted
 * @param[in] returnInverse  whether inverseOut is computed
 * @param[in] returnCounts  whether countsOut is computed
 * @param[out] valueOut  one dimension; if contiguous, any shape; then [distinct elements of self]
 * @param[out] inverseOut  shape of self; without returnInverse any tensor, which is not written
 * @param[out] countsOut  as valueOut; without returnCounts any tensor, which is not written
 */
ACLNN_API aclnnStatus aclnnUnique2GetWorkspaceSize(const aclTensor* self, bool sorted, bool returnInverse,
                                                   bool returnCounts, aclTensor* valueOut,
                                                   aclTensor* inverseOut, aclTensor* countsOut,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnUnique2. */
ACLNN_API aclnnStatus aclnnUnique2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UNIQUE2_H_ */
