/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGluBackward: gradient of aclnnGlu. */

#ifndef ACLNNOP_ACLNN_GLU_BACKWARD_H_
#define ACLNNOP_ACLNN_GLU_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGluBackward: with s = 1 / (1 + e^-B), out = gradOutput s for A and gradOutput A s (1 - s) for B.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type.
 * Shapes: 1 to 8 dimensions. A and B are the halves of the input along dim.
 * @param[in] gradOutput  gradient of the forward output; of that shape
 * @param[in] self  forward input, A and B side by side along dim
 * @param[in] dim  dimension that is split in half
 * @param[out] out  gradient for self; its shape
 * @return 161002 if the size of dim is odd
 */
ACLNN_API aclnnStatus aclnnGluBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                       int64_t dim, aclTensor* out, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnGluBackward. */
ACLNN_API aclnnStatus aclnnGluBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GLU_BACKWARD_H_ */
