/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnMish, aclnnInplaceMish: the Mish activation.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type.
 */

#ifndef ACLNNOP_ACLNN_MISH_H_
#define ACLNNOP_ACLNN_MISH_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMish: out = self tanh(log(1 + e^self)).
 * @param[in] self  forward input
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnMishGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMish. */
ACLNN_API aclnnStatus aclnnMish(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnInplaceMish: selfRef = selfRef tanh(log(1 + e^selfRef)).
 * @param[in,out] selfRef  input and result
 */
ACLNN_API aclnnStatus aclnnInplaceMishGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnInplaceMish. */
ACLNN_API aclnnStatus aclnnInplaceMish(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MISH_H_ */
