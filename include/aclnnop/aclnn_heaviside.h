/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnHeaviside: the step function of Heaviside. */

#ifndef ACLNNOP_ACLNN_HEAVISIDE_H_
#define ACLNNOP_ACLNN_HEAVISIDE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnHeaviside: out = 0 if input is negative or NaN, values if it is 0, and 1 if it is positive.
 * Types: FLOAT, FLOAT16, BFLOAT16. All tensors have one type.
 * Shapes: the operands broadcast.
 * Source: PyTorch's torch.heaviside.
 *
 * @param[in] input  any shape
 * @param[in] values  the results for zeros
 * @param[out] out  the broadcast shape of input and values
 */
ACLNN_API aclnnStatus aclnnHeavisideGetWorkspaceSize(const aclTensor* input, const aclTensor* values,
                                                     aclTensor* out, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);
/** Phase two of aclnnHeaviside. */
ACLNN_API aclnnStatus aclnnHeaviside(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_HEAVISIDE_H_ */
