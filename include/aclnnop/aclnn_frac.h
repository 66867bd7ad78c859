/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnFrac, aclnnInplaceFrac: fractional parts.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. out has the type of self.
 * Arithmetic: exact; the result for infinities is NaN.
 * Shapes: all tensors have one shape.
 */

#ifndef ACLNNOP_ACLNN_FRAC_H_
#define ACLNNOP_ACLNN_FRAC_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFrac: out = self - trunc(self).
 * @param[in] self  operand
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnFracGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFrac. */
ACLNN_API aclnnStatus aclnnFrac(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnInplaceFrac: selfRef = selfRef - trunc(selfRef).
 * @param[in,out] selfRef  operand and result
 */
ACLNN_API aclnnStatus aclnnInplaceFracGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnInplaceFrac. */
ACLNN_API aclnnStatus aclnnInplaceFrac(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FRAC_H_ */
