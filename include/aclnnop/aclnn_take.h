/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnTake: elements at given indices of a flattened tensor. */

#ifndef ACLNNOP_ACLNN_TAKE_H_
#define ACLNNOP_ACLNN_TAKE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnTake: out[i...] = self.flatten()[index[i...]].
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128. out has the type of self. Source: PyTorch's torch.take. Indices are INT64 or INT32.
 * @param[in] self  any shape
 * @param[in] index  any shape; values in [-elements of self, elements of self), negative numbers count from
 *     the end
 * @param[out] out  the shape of index
 * @return 507035 if an index is out of range
 */
ACLNN_API aclnnStatus aclnnTakeGetWorkspaceSize(const aclTensor* self, const aclTensor* index, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnTake. */
ACLNN_API aclnnStatus aclnnTake(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_TAKE_H_ */
