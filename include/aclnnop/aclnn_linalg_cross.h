/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnLinalgCross: vector products. */

#ifndef ACLNNOP_ACLNN_LINALG_CROSS_H_
#define ACLNNOP_ACLNN_LINALG_CROSS_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLinalgCross: out = the vector product of self and other along dim: out[0] = self[1] * other[2] -
 * self[2] * other[1], and cyclically for the other two.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, COMPLEX64, COMPLEX128; all
 * tensors have one type. Products are computed in float64 and rounded once after the subtraction; integers
 * wrap around. Source: PyTorch's torch.linalg.cross.
 *
 * @param[in] self  size 3 along dim
 * @param[in] other  as many dimensions as self, size 3 along dim; the two broadcast
 * @param[in] dim  dimension with the components
 * @param[out] out  shape of self and other broadcast together
 */
ACLNN_API aclnnStatus aclnnLinalgCrossGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                                       int64_t dim, aclTensor* out, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnLinalgCross. */
ACLNN_API aclnnStatus aclnnLinalgCross(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LINALG_CROSS_H_ */
