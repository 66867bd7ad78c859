/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGlu: the gated linear unit. */

#ifndef ACLNNOP_ACLNN_GLU_H_
#define ACLNNOP_ACLNN_GLU_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGlu: out = A / (1 + e^-B).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type.
 * Shapes: 1 to 8 dimensions. A and B are the halves of the input along dim.
 * @param[in] self  forward input, A and B side by side along dim
 * @param[in] dim  dimension that is split in half
 * @param[out] out  the shape of self with half the size at dim
 * @return 161002 if the size of dim is odd
 */
ACLNN_API aclnnStatus aclnnGluGetWorkspaceSize(const aclTensor* self, int64_t dim, aclTensor* out,
                                               uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGlu. */
ACLNN_API aclnnStatus aclnnGlu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GLU_H_ */
