/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnXlog1py: product of a tensor and the logarithm of 1 plus another one. */

#ifndef ACLNNOP_ACLNN_XLOG1PY_H_
#define ACLNNOP_ACLNN_XLOG1PY_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnXlog1py: z = x log(1 + y); NaN if y is NaN, otherwise 0 if x is 0.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type.
 * Shapes: the operands broadcast.
 * Source: PyTorch's torch.special.xlog1py.
 * @param[in] x  factor
 * @param[in] y  argument of the logarithm, less 1
 * @param[out] z  the broadcast shape of x and y
 */
ACLNN_API aclnnStatus aclnnXlog1pyGetWorkspaceSize(const aclTensor* x, const aclTensor* y, aclTensor* z,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnXlog1py. */
ACLNN_API aclnnStatus aclnnXlog1py(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_XLOG1PY_H_ */
