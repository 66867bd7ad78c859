/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSwiGluGrad: gradient of aclnnSwiGlu. */

#ifndef ACLNNOP_ACLNN_SWI_GLU_GRAD_H_
#define ACLNNOP_ACLNN_SWI_GLU_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSwiGluGrad: with s = 1 / (1 + e^-A), out = yGrad B (s + A s (1 - s)) for A and yGrad A s for B.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type.
 * Shapes: 1 to 8 dimensions. A and B are the halves of the input along dim.
 * @param[in] yGrad  gradient of the forward output; of that shape
 * @param[in] x  forward input, A and B side by side along dim
 * @param[in] dim  dimension that is split in half
 * @param[out] out  gradient for x; its shape
 * @return 161002 if the size of dim is odd
 */
ACLNN_API aclnnStatus aclnnSwiGluGradGetWorkspaceSize(const aclTensor* yGrad, const aclTensor* x, int64_t dim,
                                                      aclTensor* out, uint64_t* workspaceSize,
                                                      aclOpExecutor** executor);
/** Phase two of aclnnSwiGluGrad. */
ACLNN_API aclnnStatus aclnnSwiGluGrad(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SWI_GLU_GRAD_H_ */
