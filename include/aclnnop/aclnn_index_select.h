/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnIndexSelect: slices at given indices of a dimension. */

#ifndef ACLNNOP_ACLNN_INDEX_SELECT_H_
#define ACLNNOP_ACLNN_INDEX_SELECT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIndexSelect: out[..., i, ...] = self[..., index[i], ...], i along dim.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128. out has the type of self; index is INT64 or INT32. Source: PyTorch's
 * torch.index_select.
 *
 * @param[in] self  any shape
 * @param[in] dim  a dimension of self
 * @param[in] index  0 or 1 dimensions, values in [0, size of dim)
 * @param[out] out  the shape of self, with the number of indices instead of dim
 * @return 507035 if an index is out of range
 */
ACLNN_API aclnnStatus aclnnIndexSelectGetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                       const aclTensor* index, aclTensor* out,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnIndexSelect. */
ACLNN_API aclnnStatus aclnnIndexSelect(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_INDEX_SELECT_H_ */
