/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnScatterAdd: adds elements at the positions of an index tensor. */

#ifndef ACLNNOP_ACLNN_SCATTER_ADD_H_
#define ACLNNOP_ACLNN_SCATTER_ADD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnScatterAdd: out = self, with out[index[i, j, k], j, k] += src[i, j, k] for dim 0, and accordingly for
 * other dimensions.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128; index is INT64 or INT32. out has the type of self. Source: PyTorch's
 * torch.scatter_add. Sums of FLOAT16 and BFLOAT16 are computed in float32 and rounded at each step, in
 * row-major order of index.
 *
 * @param[in] self  any shape
 * @param[in] dim  dimension (a negative number counts from the end)
 * @param[in] index  as many dimensions as self (none are treated as one), no larger than self except along
 *     dim; values in [0, size of dim)
 * @param[in] src  as many dimensions as index, of sizes no smaller; of the type of self
 * @param[out] out  the shape of self; may be self
 * @return 507035 if an index is out of range
 */
ACLNN_API aclnnStatus aclnnScatterAddGetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                      const aclTensor* index, const aclTensor* src,
                                                      aclTensor* out, uint64_t* workspaceSize,
                                                      aclOpExecutor** executor);
/** Phase two of aclnnScatterAdd. */
ACLNN_API aclnnStatus aclnnScatterAdd(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SCATTER_ADD_H_ */
