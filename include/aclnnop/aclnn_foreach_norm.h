/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachNorm: norms of the tensors of a list. */

#ifndef ACLNNOP_ACLNN_FOREACH_NORM_H_
#define ACLNNOP_ACLNN_FOREACH_NORM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachNorm: out[k] = (sum of |x[k]|^p over all elements)^(1/p), of order p = scalar; for order
 * infinity the largest magnitude, for order 0 the number of elements that are not 0. A tensor without elements gives 0.
 * Types: FLOAT, FLOAT16, BFLOAT16; out[k] has the type of x[k]. Arithmetic: sums in float64, in blocks that
 * depend only on the shape; rounded once. NaN gives NaN (for order 0 it is not 0). out[k] has one element. Source: PyTorch's
 * _foreach_norm.
 *
 * @param[in] x  list of tensors
 * @param[in] scalar  the order: 0, 1, 2 or infinity, of any real type
 * @param[out] out  list of as many tensors of one element
 */
ACLNN_API aclnnStatus aclnnForeachNormGetWorkspaceSize(const aclTensorList* x, const aclScalar* scalar,
                                                       aclTensorList* out, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnForeachNorm. */
ACLNN_API aclnnStatus aclnnForeachNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_NORM_H_ */
