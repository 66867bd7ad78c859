/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnNorm: norms over dimensions. */

#ifndef ACLNNOP_ACLNN_NORM_H_
#define ACLNNOP_ACLNN_NORM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnNorm: out = norm of self over dim, of order pScalar. Order 0 counts the elements that are not zero,
 * order 1 adds the magnitudes, order 2 gives the root of the sum of squares, the infinities give the largest
 * and the smallest magnitude. Any other order p gives (sum of |x|^p)^(1/p). An element that is NaN gives NaN,
 * except for order 0.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, also mixed between self and out. self may also be COMPLEX64 or
 * COMPLEX128, computed in float64. Then out may also be complex, with imaginary parts of 0: torch_npu gives it
 * the type of self.
 * Arithmetic: terms in float32 (in float64 if self or out is DOUBLE), added as in aclnnReduceSum; the root in
 * float64; rounded once. Without elements, an order of 0 or more gives 0; other orders are rejected.
 * Source: PyTorch's torch.norm.
 *
 * @param[in] self  tensor of any shape
 * @param[in] pScalar  the order: any real number, of any type, or an infinity
 * @param[in] dim  dimensions to reduce; an empty array means all
 * @param[in] keepdim  whether out keeps the reduced dimensions with size 1
 * @param[out] out  shape of self without the reduced dimensions, or with size 1 there
 * @return 161002 if the order is complex or NaN; the reduced dimensions have no elements and the order is
 *     negative or infinite
 */
ACLNN_API aclnnStatus aclnnNormGetWorkspaceSize(const aclTensor* self, const aclScalar* pScalar,
                                                const aclIntArray* dim, bool keepdim, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnNorm. */
ACLNN_API aclnnStatus aclnnNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_NORM_H_ */
