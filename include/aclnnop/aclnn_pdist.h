/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnPdist: distances of all pairs of rows of a matrix. */

#ifndef ACLNNOP_ACLNN_PDIST_H_
#define ACLNNOP_ACLNN_PDIST_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnPdist: out has the norm of order p of self[i, :] - self[j, :] for all i < j, those of i = 0 first.
 * Types: FLOAT, FLOAT16, BFLOAT16. Differences and sums are computed as by aclnnCdist. Source: PyTorch's
 * torch.pdist.
 *
 * @param[in] self  [N, M]
 * @param[in] p  order of the norm, from 0 to infinity: 0 counts the differences, infinity takes the largest
 * @param[out] out  [N * (N - 1) / 2], type of self
 * @return 161002 if p is negative or NaN
 */
ACLNN_API aclnnStatus aclnnPdistGetWorkspaceSize(const aclTensor* self, float p, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnPdist. */
ACLNN_API aclnnStatus aclnnPdist(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_PDIST_H_ */
