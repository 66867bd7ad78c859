/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGelu: the Gaussian error linear unit. */

#ifndef ACLNNOP_ACLNN_GELU_H_
#define ACLNNOP_ACLNN_GELU_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGelu: out = self (1 + erf(self / sqrt(2))) / 2.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type.
 * @param[in] self  forward input
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnGeluGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGelu. */
ACLNN_API aclnnStatus aclnnGelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GELU_H_ */
