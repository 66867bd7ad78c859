/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGatherV2: slices at the indices of a tensor of any shape. */

#ifndef ACLNNOP_ACLNN_GATHER_V2_H_
#define ACLNNOP_ACLNN_GATHER_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGatherV2: out[before, index dims, after] = self[before, index, after].
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128; index is INT64 or INT32. out has the type of self. Source: PyTorch's Tensor.select
 * over all indices.
 *
 * @param[in] self  any shape; 0 dimensions are treated as [1]
 * @param[in] dim  dimension (a negative number counts from the end)
 * @param[in] index  any shape; values in [-size of dim, size of dim), negative numbers count from the end
 * @param[out] out  the shape of self with that of index instead of dim, of at most 8 dimensions
 * @return 507035 if an index is out of range
 */
ACLNN_API aclnnStatus aclnnGatherV2GetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                    const aclTensor* index, aclTensor* out,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGatherV2. */
ACLNN_API aclnnStatus aclnnGatherV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GATHER_V2_H_ */
