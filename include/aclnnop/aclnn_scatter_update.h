/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnInplaceScatterUpdate: a part of a dimension put at an index, for each batch. */

#ifndef ACLNNOP_ACLNN_SCATTER_UPDATE_H_
#define ACLNNOP_ACLNN_SCATTER_UPDATE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnInplaceScatterUpdate: data[b, ..., indices[b] + e, ...] = updates[b, ..., e, ...] along axis, as a
 * cache of keys takes the keys of new tokens. Indices of two columns also name the batch: data[indices[b][0],
 * ..., indices[b][1] + e, ...].
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, BOOL, COMPLEX64, COMPLEX128 and integers of 8 to 64 bits. Of
 * several updates of one slice the last one counts.
 *
 * @param[in,out] data  2 to 8 dimensions, of which the first one is the batch
 * @param[in] indices  [B] or [B, 2], INT64 or INT32; of 0 dimensions where B is 1
 * @param[in] updates  shape of data, with B as first dimension, and along axis as many elements as are put
 * @param[in] axis  the dimension, which is not the first one; negative ones count from the end
 * @return 507035 if an index is negative, or the part does not fit after it
 */
ACLNN_API aclnnStatus aclnnInplaceScatterUpdateGetWorkspaceSize(aclTensor* data, const aclTensor* indices,
                                                                const aclTensor* updates, int64_t axis,
                                                                uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);
/** Phase two of aclnnInplaceScatterUpdate. */
ACLNN_API aclnnStatus aclnnInplaceScatterUpdate(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SCATTER_UPDATE_H_ */
