/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSwish: the Swish activation. */

#ifndef ACLNNOP_ACLNN_SWISH_H_
#define ACLNNOP_ACLNN_SWISH_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSwish: out = self / (1 + e^(-beta self)).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type.
 * @param[in] self  forward input
 * @param[in] betaOptional  scalar of any type; NULL: 1
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnSwishGetWorkspaceSize(const aclTensor* self, const aclScalar* betaOptional,
                                                 aclTensor* out, uint64_t* workspaceSize,
                                                 aclOpExecutor** executor);
/** Phase two of aclnnSwish. */
ACLNN_API aclnnStatus aclnnSwish(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SWISH_H_ */
