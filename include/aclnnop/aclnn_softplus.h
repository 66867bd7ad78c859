/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSoftplus: softplus activation, a smooth approximation of max(self, 0). */

#ifndef ACLNNOP_ACLNN_SOFTPLUS_H_
#define ACLNNOP_ACLNN_SOFTPLUS_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSoftplus: out = beta self > threshold ? self : log(1 + e^(beta self)) / beta.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type.
 * @param[in] self  forward input
 * @param[in] beta  scalar of any type
 * @param[in] threshold  scalar of any type
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnSoftplusGetWorkspaceSize(const aclTensor* self, const aclScalar* beta,
                                                    const aclScalar* threshold, aclTensor* out,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSoftplus. */
ACLNN_API aclnnStatus aclnnSoftplus(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SOFTPLUS_H_ */
