/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnUnique: distinct elements. */

#ifndef ACLNNOP_ACLNN_UNIQUE_H_
#define ACLNNOP_ACLNN_UNIQUE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnUnique: valueOut = the distinct elements of self in ascending order, inverseOut = the index in
 * valueOut of each element of self.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL.
 * valueOut has the type of self. Zeros of both signs are equal, and the first one is taken. A NaN is larger
 * than any number and equal to nothing: each NaN is a separate value. inverseOut is INT64. How many there
 * are depends on the data. Once the work is done (after a synchronize), the tensor valueOut has the shape of
 * the result: call aclGetViewShape. Elements after the result are not written. If an output has no room for
 * the result, nothing is written, and the next synchronize returns 507035 with the number of values. Source:
 * PyTorch's torch.unique.
 *
 * @param[in] self  any shape
 * @param[in] sorted  no effect: the result is always sorted
 * @param[in] returnInverse  whether inverseOut is computed
 * @param[out] valueOut  one dimension; if contiguous, any shape; then [distinct elements of self]
 * @param[out] inverseOut  shape of self; without returnInverse any tensor, which is not written
 */
ACLNN_API aclnnStatus aclnnUniqueGetWorkspaceSize(const aclTensor* self, bool sorted, bool returnInverse,
                                                  aclTensor* valueOut, aclTensor* inverseOut,
                                                  uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnUnique. */
ACLNN_API aclnnStatus aclnnUnique(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UNIQUE_H_ */
