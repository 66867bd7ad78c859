/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnCdist: distances of all pairs of rows. */

#ifndef ACLNNOP_ACLNN_CDIST_H_
#define ACLNNOP_ACLNN_CDIST_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnCdist: out[..., i, j] = the norm of order p of x1[..., i, :] - x2[..., j, :].
 * Types: FLOAT, FLOAT16, BFLOAT16; all tensors have one type. Differences and sums are computed in float64
 * and rounded once. For p = 2, differences, squares and sums of 16 squares are FLOAT, and added in float64; only
 * where FLOAT has too small a range, all are float64. Without columns, distances are 0. Source: PyTorch's
 * torch.cdist.
 *
 * @param[in] x1  [..., P, M]
 * @param[in] x2  [..., R, M]; the dimensions in front broadcast with those of x1
 * @param[in] p  order of the norm, from 0 to infinity: 0 counts the differences, infinity takes the largest
 * @param[in] compute_mode  no effect
 * @param[out] out  [..., P, R]
 * @return 161002 if p is negative or NaN
 */
ACLNN_API aclnnStatus aclnnCdistGetWorkspaceSize(const aclTensor* x1, const aclTensor* x2, float p,
                                                 int64_t compute_mode, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnCdist. */
ACLNN_API aclnnStatus aclnnCdist(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CDIST_H_ */
