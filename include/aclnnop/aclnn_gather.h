/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGather: gathers the elements that an index tensor names. */

#ifndef ACLNNOP_ACLNN_GATHER_H_
#define ACLNNOP_ACLNN_GATHER_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGather: out[i, j, k] = self[index[i, j, k], j, k] for dim 0, and accordingly for other dimensions.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128; index is INT64 or INT32. out has the type of self. Source: PyTorch's torch.gather.
 * @param[in] self  any shape
 * @param[in] dim  dimension (a negative number counts from the end)
 * @param[in] index  as many dimensions as self (none are treated as one), no larger than self except along
 *     dim; values in [0, size of dim)
 * @param[out] out  the shape of index
 * @return 507035 if an index is out of range
 */
ACLNN_API aclnnStatus aclnnGatherGetWorkspaceSize(const aclTensor* self, const int64_t dim,
                                                  const aclTensor* index, aclTensor* out,
                                                  uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGather. */
ACLNN_API aclnnStatus aclnnGather(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GATHER_H_ */
