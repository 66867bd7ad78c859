/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnScatterNdUpdate: slices put at the places that rows of indices name, in place. */

#ifndef ACLNNOP_ACLNN_SCATTER_ND_UPDATE_H_
#define ACLNNOP_ACLNN_SCATTER_ND_UPDATE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnScatterNdUpdate: varRef[indices[r]] = updates[r]. The last dimension of indices, of a elements, names
 * the first a dimensions of varRef.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, BOOL, COMPLEX64, COMPLEX128 and integers of 8 to 64 bits. Of
 * several updates of one slice the last one counts.
 *
 * @param[in,out] varRef  1 to 8 dimensions
 * @param[in] indices  [..., a], INT64 or INT32; a is at least 1
 * @param[in] updates  the dimensions of indices but the last one, then those of varRef but the first a
 * @return 507035 if an index is negative or out of range
 */
ACLNN_API aclnnStatus aclnnScatterNdUpdateGetWorkspaceSize(aclTensor* varRef, const aclTensor* indices,
                                                           const aclTensor* updates, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);
/** Phase two of aclnnScatterNdUpdate. */
ACLNN_API aclnnStatus aclnnScatterNdUpdate(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SCATTER_ND_UPDATE_H_ */
