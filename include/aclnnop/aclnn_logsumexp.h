/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnLogSumExp: logarithms of sums of exponentials over dimensions. */

#ifndef ACLNNOP_ACLNN_LOGSUMEXP_H_
#define ACLNNOP_ACLNN_LOGSUMEXP_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLogSumExp: out = log(sum of exp(self) over dim). The largest element of each block is subtracted
 * before exponentials are computed, so that none overflows.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. out has a floating-point
 * type.
 * Arithmetic: exponentials and their sums in blocks of 512 elements in float32 (in float64 if self or out is
 * DOUBLE), sums of blocks and the logarithm in float64; rounded once. The result of no elements, or only of
 * negative infinities, is negative infinity; NaN gives NaN.
 * Source: PyTorch's torch.logsumexp.
 *
 * @param[in] self  tensor of any shape
 * @param[in] dim  dimensions to reduce; an empty array means all
 * @param[in] keepDim  whether outputs keep the reduced dimensions with size 1
 * @param[out] out  shape of self without the reduced dimensions, or with size 1 there; a floating-point type
 */
ACLNN_API aclnnStatus aclnnLogSumExpGetWorkspaceSize(const aclTensor* self, const aclIntArray* dim,
                                                     bool keepDim, aclTensor* out, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);
/** Phase two of aclnnLogSumExp. */
ACLNN_API aclnnStatus aclnnLogSumExp(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LOGSUMEXP_H_ */
