/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGatherV3: slices along a dimension that an index tensor names, in batches. */

#ifndef ACLNNOP_ACLNN_GATHER_V3_H_
#define ACLNNOP_ACLNN_GATHER_V3_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGatherV3: out = self[..., index, ...] at dim. For the first batchDims dimensions, self and index are paired.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, UINT16, UINT32, UINT64, COMPLEX64,
 * COMPLEX128; index INT32, INT64.
 *
 * @param[in] self  tensor of at most 8 dimensions
 * @param[in] dim  the dimension that is indexed
 * @param[in] index  tensor of any shape; negative indices count from the end
 * @param[in] batchDims  number of first dimensions that self and index share, at most dim
 * @param[in] mode  without effect
 * @param[out] out  shape of self with that of index, except its first batchDims, in place of dim; type of self
 * @return 161002 if the first batchDims sizes differ. If an index is out of range, nothing is written, and the next
 *     synchronize returns 507035.
 */
ACLNN_API aclnnStatus aclnnGatherV3GetWorkspaceSize(const aclTensor* self, int64_t dim,
                                                    const aclTensor* index, int64_t batchDims, int64_t mode,
                                                    aclTensor* out, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor);
/** Phase two of aclnnGatherV3. */
ACLNN_API aclnnStatus aclnnGatherV3(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GATHER_V3_H_ */
