/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnTfScatterAdd: slices added at the places that indices name. */

#ifndef ACLNNOP_ACLNN_TF_SCATTER_ADD_H_
#define ACLNNOP_ACLNN_TF_SCATTER_ADD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnTfScatterAdd: varRef[indices[i]] += updates[i]. Each index names a row of varRef if the shape of updates is that of
 * indices, then that of varRef without the first dimension. Otherwise rows of indices name slices, as in
 * aclnnScatterNdUpdate.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, UINT16, UINT32, UINT64, COMPLEX64,
 * COMPLEX128; indices INT32, INT64.
 * Arithmetic: slices are added in the order of indices, with one rounding each; sums of integers wrap around.
 *
 * @param[in,out] varRef  tensor of 1 to 8 dimensions
 * @param[in] indices  from 0 on; of any shape, or [..., c]
 * @param[in] updates  as above, or the shape of indices without c, then that of varRef without the first c dimensions
 * @return 161002 if the shapes do not fit. If an index is out of range, nothing is written, and the next synchronize
 *     returns 507035.
 */
ACLNN_API aclnnStatus aclnnTfScatterAddGetWorkspaceSize(aclTensor* varRef, const aclTensor* indices,
                                                        const aclTensor* updates, uint64_t* workspaceSize,
                                                        aclOpExecutor** executor);
/** Phase two of aclnnTfScatterAdd. */
ACLNN_API aclnnStatus aclnnTfScatterAdd(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_TF_SCATTER_ADD_H_ */
