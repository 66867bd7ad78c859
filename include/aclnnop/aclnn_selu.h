/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnSelu, aclnnInplaceSelu: the scaled exponential linear unit.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT32. All tensors have one type. Integers are computed as
 * FLOAT, and the result is truncated.
 */

#ifndef ACLNNOP_ACLNN_SELU_H_
#define ACLNNOP_ACLNN_SELU_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSelu: out = scale (self > 0 ? self : alpha (e^self - 1)), with scale 1.0507009873554805 and alpha
 * 1.6732632423543772.
 * @param[in] self  forward input
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnSeluGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSelu. */
ACLNN_API aclnnStatus aclnnSelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnInplaceSelu: selfRef = scale (selfRef > 0 ? selfRef : alpha (e^selfRef - 1)).
 * @param[in,out] selfRef  input and result
 */
ACLNN_API aclnnStatus aclnnInplaceSeluGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnInplaceSelu. */
ACLNN_API aclnnStatus aclnnInplaceSelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SELU_H_ */
