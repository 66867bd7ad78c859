/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGlobalAveragePool: the mean of each plane. */

#ifndef ACLNNOP_ACLNN_GLOBAL_AVERAGE_POOL_H_
#define ACLNNOP_ACLNN_GLOBAL_AVERAGE_POOL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGlobalAveragePool: out[n, c] = the mean of self[n, c, ...].
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Source: ONNX's GlobalAveragePool.
 *
 * @param[in] self  [N, C, ...], 4 to 8 dimensions
 * @param[out] out  [N, C, 1, ...]: as many dimensions as self, type of self
 */
ACLNN_API aclnnStatus aclnnGlobalAveragePoolGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnGlobalAveragePool. */
ACLNN_API aclnnStatus aclnnGlobalAveragePool(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GLOBAL_AVERAGE_POOL_H_ */
