/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnScatterList: a part of a dimension put at an index, in each tensor of a list. */

#ifndef ACLNNOP_ACLNN_SCATTER_LIST_H_
#define ACLNNOP_ACLNN_SCATTER_LIST_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnScatterList: varRef[b][..., start + e, ...] = updates[b, ..., e, ...] along axis, for each tensor b of the
 * list whose mask is not 0.
 * start is indice[b], and all of updates[b] is put there. With indice of [B, 2], start is indice[b][0], and only
 * the first indice[b][1] elements along axis are put.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, BOOL, COMPLEX64, COMPLEX128 and integers of 8 to 64 bits.
 *
 * @param[in,out] varRef  B tensors of one shape and type, 1 to 7 dimensions
 * @param[in] indice  [B] or [B, 2]; INT32 or INT64
 * @param[in] updates  [B, ...]: the dimensions of the tensors, along axis at most as large; type of varRef
 * @param[in] mask  [B], 0: the tensor remains unmodified; a real type or BOOL; NULL: all tensors are updated
 * @param[in] reduce  "update" or NULL
 * @param[in] axis  dimension of updates, which is not the first one; negative ones count from the end
 * @return 507035 if a part does not fit into its tensor; then nothing is written
 */
ACLNN_API aclnnStatus aclnnScatterListGetWorkspaceSize(const aclTensorList* varRef, const aclTensor* indice,
                                                       const aclTensor* updates, const aclTensor* mask,
                                                       const char* reduce, int64_t axis,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnScatterList. */
ACLNN_API aclnnStatus aclnnScatterList(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SCATTER_LIST_H_ */
