/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnCdistBackward: gradient of aclnnCdist. */

#ifndef ACLNNOP_ACLNN_CDIST_BACKWARD_H_
#define ACLNNOP_ACLNN_CDIST_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnCdistBackward: out = the gradient of aclnnCdist for x1: out[..., i, m] = the sum over j of grad[...,
 * i, j] times the derivative of the distance of x1[..., i, :] and x2[..., j, :] by x1[..., i, m]. The
 * derivative is 0 if the distance or, for p other than 2, the difference is 0, and for p = 0. For an
 * infinite p only the largest differences have a derivative.
 * Types: FLOAT, FLOAT16, BFLOAT16; all tensors have one type. Differences and sums are computed in float64
 * and rounded once. For p = 2, factors, differences and sums of 16 terms are FLOAT, and added in float64; only
 * where FLOAT has too small a range, all are float64. Source: PyTorch's torch.ops.aten._cdist_backward.
 *
 * @param[in] grad  [..., P, R]
 * @param[in] x1  [..., P, M]
 * @param[in] x2  [..., R, M]; the dimensions in front broadcast with those of x1
 * @param[in] cdist  [..., P, R], the output of aclnnCdist
 * @param[in] p  order of the norm, from 0 to infinity: 0 counts the differences, infinity takes the largest
 * @param[out] out  [..., P, M], with the dimensions in front of x1 and x2 broadcast together
 * @return 161002 if p is negative or NaN
 */
ACLNN_API aclnnStatus aclnnCdistBackwardGetWorkspaceSize(const aclTensor* grad, const aclTensor* x1,
                                                         const aclTensor* x2, const aclTensor* cdist, float p,
                                                         aclTensor* out, uint64_t* workspaceSize,
                                                         aclOpExecutor** executor);
/** Phase two of aclnnCdistBackward. */
ACLNN_API aclnnStatus aclnnCdistBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CDIST_BACKWARD_H_ */
