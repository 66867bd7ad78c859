/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGlobalMaxPool: the maximum of each plane. */

#ifndef ACLNNOP_ACLNN_GLOBAL_MAX_POOL_H_
#define ACLNNOP_ACLNN_GLOBAL_MAX_POOL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGlobalMaxPool: out[n, c] = the maximum of self[n, c, ...].
 * Types: FLOAT, FLOAT16, DOUBLE. A NaN in a plane is its maximum. Source: ONNX's GlobalMaxPool.
 *
 * @param[in] self  [N, C, ...], 4 to 8 dimensions
 * @param[out] out  [N, C, 1, ...]: as many dimensions as self, type of self
 */
ACLNN_API aclnnStatus aclnnGlobalMaxPoolGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGlobalMaxPool. */
ACLNN_API aclnnStatus aclnnGlobalMaxPool(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GLOBAL_MAX_POOL_H_ */
