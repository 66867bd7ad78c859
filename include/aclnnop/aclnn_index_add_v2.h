/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnIndexAddV2: adds scaled slices at given indices. */

#ifndef ACLNNOP_ACLNN_INDEX_ADD_V2_H_
#define ACLNNOP_ACLNN_INDEX_ADD_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIndexAddV2: out = self; out[index[i]] += alpha * source[i] for dim 0.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128. source and out have the type of self. Sums of FLOAT16 and BFLOAT16 are computed in
 * float32 and rounded at each addition. Sums of one element follow the order of the indices. Source:
 * PyTorch's Tensor.index_add. Indices are INT64 or INT32.
 *
 * @param[in] self  any shape
 * @param[in] dim  dimension (a negative number counts from the end)
 * @param[in] index  at most 1 dimension; values in [0, size of dim)
 * @param[in] source  the type of self, and its shape with that of index at dim
 * @param[in] alpha  scalar; of an integer type if self has one
 * @param[in] mode  ignored: the result is always the same bits
 * @param[out] out  the shape of self; may be self
 * @return 507035 if an index is out of range
 */
ACLNN_API aclnnStatus aclnnIndexAddV2GetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                      const aclTensor* index, const aclTensor* source,
                                                      const aclScalar* alpha, int64_t mode, aclTensor* out,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnIndexAddV2. */
ACLNN_API aclnnStatus aclnnIndexAddV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_INDEX_ADD_V2_H_ */
