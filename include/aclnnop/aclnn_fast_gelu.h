/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFastGelu: an approximation of the Gaussian error linear unit. */

#ifndef ACLNNOP_ACLNN_FAST_GELU_H_
#define ACLNNOP_ACLNN_FAST_GELU_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFastGelu: out = self / (1 + e^(-1.702 self)).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type.
 * @param[in] self  forward input
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnFastGeluGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFastGelu. */
ACLNN_API aclnnStatus aclnnFastGelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FAST_GELU_H_ */
