/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGatherNd: slices that rows of indices name. */

#ifndef ACLNNOP_ACLNN_GATHER_ND_H_
#define ACLNNOP_ACLNN_GATHER_ND_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGatherNd: out[i] = self[indices[i, 0], ..., indices[i, c - 1]], c the size of the last dimension of indices.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, UINT16, UINT32, UINT64, COMPLEX64,
 * COMPLEX128; indices INT32, INT64.
 *
 * @param[in] self  tensor of 1 to 8 dimensions
 * @param[in] indices  [..., c]
 * @param[in] negativeIndexSupport  whether negative indices count from the end
 * @param[out] out  shape of indices without the last dimension, then that of self without the first c; type of self
 * @return 161002 if c is 0 or more than the dimensions of self. If an index is out of range, nothing is written, and the
 *     next synchronize returns 507035.
 */
ACLNN_API aclnnStatus aclnnGatherNdGetWorkspaceSize(const aclTensor* self, const aclTensor* indices,
                                                    bool negativeIndexSupport, aclTensor* out,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGatherNd. */
ACLNN_API aclnnStatus aclnnGatherNd(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GATHER_ND_H_ */
