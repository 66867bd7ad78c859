/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnOneHot: one-hot vectors of classes. */

#ifndef ACLNNOP_ACLNN_ONE_HOT_H_
#define ACLNNOP_ACLNN_ONE_HOT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnOneHot: out is onValue at the index along axis that equals the class in self, and offValue elsewhere.
 * A class outside [0, numClasses) gives offValue everywhere.
 * Types of out: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64,
 * BOOL, COMPLEX64, COMPLEX128. onValue and offValue have the type of out; self is INT64 or INT32. Source:
 * PyTorch's torch.nn.functional.one_hot.
 *
 * @param[in] self  classes, of any shape of at most 7 dimensions
 * @param[in] numClasses  0 or more
 * @param[in] onValue  value at the index of the class; only its first element is used
 * @param[in] offValue  value elsewhere; only its first element is used
 * @param[in] axis  position of the classes in out
 * @param[out] out  the shape of self with numClasses inserted at axis
 */
ACLNN_API aclnnStatus aclnnOneHotGetWorkspaceSize(const aclTensor* self, int numClasses,
                                                  const aclTensor* onValue, const aclTensor* offValue,
                                                  int64_t axis, aclTensor* out, uint64_t* workspaceSize,
                                                  aclOpExecutor** executor);
/** Phase two of aclnnOneHot. */
ACLNN_API aclnnStatus aclnnOneHot(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ONE_HOT_H_ */
