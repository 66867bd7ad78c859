/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSilu: the sigmoid linear unit. */

#ifndef ACLNNOP_ACLNN_SILU_H_
#define ACLNNOP_ACLNN_SILU_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSilu: out = self / (1 + e^-self).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type.
 * @param[in] self  forward input
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnSiluGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSilu. */
ACLNN_API aclnnStatus aclnnSilu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SILU_H_ */
