/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnSign, aclnnInplaceSign: signs.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128. out
 * has the type of self. Arithmetic: exact; the sign of NaN and of zeros is 0. The sign of a complex number is
 * the number divided by its absolute value, as in PyTorch's torch.sgn.
 * Shapes: all tensors have one shape.
 */

#ifndef ACLNNOP_ACLNN_SIGN_H_
#define ACLNNOP_ACLNN_SIGN_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSign: out = -1, 0 or 1 with the sign of self.
 * @param[in] self  operand
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnSignGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSign. */
ACLNN_API aclnnStatus aclnnSign(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnInplaceSign: selfRef = -1, 0 or 1 with the sign of selfRef.
 * @param[in,out] selfRef  operand and result
 */
ACLNN_API aclnnStatus aclnnInplaceSignGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnInplaceSign. */
ACLNN_API aclnnStatus aclnnInplaceSign(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SIGN_H_ */
