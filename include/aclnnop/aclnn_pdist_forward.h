/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnPdistForward: distances of all pairs of rows of a matrix. */

#ifndef ACLNNOP_ACLNN_PDIST_FORWARD_H_
#define ACLNNOP_ACLNN_PDIST_FORWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnPdistForward: as aclnnPdist, with a scalar as order.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] self  [N, M]
 * @param[in] pScalar  order of the norm, from 0 to infinity; a real number
 * @param[out] out  [N * (N - 1) / 2], type of self
 * @return 161002 if pScalar is negative or NaN
 */
ACLNN_API aclnnStatus aclnnPdistForwardGetWorkspaceSize(const aclTensor* self, const aclScalar* pScalar,
                                                        aclTensor* out, uint64_t* workspaceSize,
                                                        aclOpExecutor** executor);
/** Phase two of aclnnPdistForward. */
ACLNN_API aclnnStatus aclnnPdistForward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_PDIST_FORWARD_H_ */
