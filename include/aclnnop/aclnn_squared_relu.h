/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSquaredRelu: squares of what is above 0. */

#ifndef ACLNNOP_ACLNN_SQUARED_RELU_H_
#define ACLNNOP_ACLNN_SQUARED_RELU_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSquaredRelu: out = max(input, 0)^2. NaN stays NaN.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type.
 * @param[in] input  forward input
 * @param[out] out  the shape of input
 */
ACLNN_API aclnnStatus aclnnSquaredReluGetWorkspaceSize(const aclTensor* input, aclTensor* out,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSquaredRelu. */
ACLNN_API aclnnStatus aclnnSquaredRelu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SQUARED_RELU_H_ */
