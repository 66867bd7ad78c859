/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnCelu, aclnnInplaceCelu: the continuously differentiable exponential linear unit.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type.
 */

#ifndef ACLNNOP_ACLNN_CELU_H_
#define ACLNNOP_ACLNN_CELU_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnCelu: out = self > 0 ? self : alpha (e^(self / alpha) - 1).
 * @param[in] self  forward input
 * @param[in] alpha  scalar of any type; not 0
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnCeluGetWorkspaceSize(const aclTensor* self, const aclScalar* alpha, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnCelu. */
ACLNN_API aclnnStatus aclnnCelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnInplaceCelu: selfRef = selfRef > 0 ? selfRef : alpha (e^(selfRef / alpha) - 1).
 * @param[in,out] selfRef  input and result
 * @param[in] alpha  scalar of any type; not 0
 */
ACLNN_API aclnnStatus aclnnInplaceCeluGetWorkspaceSize(aclTensor* selfRef, const aclScalar* alpha,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceCelu. */
ACLNN_API aclnnStatus aclnnInplaceCelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CELU_H_ */
