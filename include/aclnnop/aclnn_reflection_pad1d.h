/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnReflectionPad1d: reflection padding. */

#ifndef ACLNNOP_ACLNN_REFLECTION_PAD1D_H_
#define ACLNNOP_ACLNN_REFLECTION_PAD1D_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnReflectionPad1d: out = self with its mirror images, at the outermost elements, before and after, along
 * the last dimension.
 *
 *     out[..., o, ...] = self[..., i, ...] with i = o - before along each of them
 *
 * In a dimension of size n, an i below 0 becomes -i, and an i of n or more becomes 2 * (n - 1) - i.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128.
 * Elements are copied bit by bit.
 * Source: PyTorch's torch.nn.ReflectionPad1d.
 *
 * @param[in] self  [N, C, W] or [C, W]; N may be 0, no other size
 * @param[in] padding  [left, right]: the number of positions before and after, each less than the size of its
 *     dimension. Negative numbers remove elements; at least one position must be left
 * @param[out] out  the shape of self padded, type of self
 * @return 161002 if a value of padding is below -2^60 or above 2^60; no position of a dimension is left
 */
ACLNN_API aclnnStatus aclnnReflectionPad1dGetWorkspaceSize(const aclTensor* self, const aclIntArray* padding,
                                                           aclTensor* out, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);
/** Phase two of aclnnReflectionPad1d. */
ACLNN_API aclnnStatus aclnnReflectionPad1d(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_REFLECTION_PAD1D_H_ */
