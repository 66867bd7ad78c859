/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnThreeInterpolateBackward: gradient of values that were interpolated from three points. */

#ifndef ACLNNOP_ACLNN_THREE_INTERPOLATE_BACKWARD_H_
#define ACLNNOP_ACLNN_THREE_INTERPOLATE_BACKWARD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnThreeInterpolateBackward: gradY[b, c, idx[b, i, k]] += gradX[b, c, i] * weight[b, i, k] for k = 0, 1, 2,
 * from 0 on: each value was the weighed sum of three points.
 * Types: FLOAT, FLOAT16, BFLOAT16. Sums are computed in float64 and rounded once.
 *
 * @param[in] gradX  [B, C, n] or [B, C, n, 1]: gradient of the values
 * @param[in] idx  [B, n, 3]: numbers of points, from 0 to below m; INT32 or INT64
 * @param[in] weight  [B, n, 3]; type of gradX
 * @param[in] m  number of points
 * @param[out] gradY  [B, C, m], or [B, C, m, 1] if gradX has 4 dimensions; type of gradX
 * @return 507035 if a value of idx is out of range; then nothing is written
 */
ACLNN_API aclnnStatus aclnnThreeInterpolateBackwardGetWorkspaceSize(const aclTensor* gradX,
                                                                    const aclTensor* idx,
                                                                    const aclTensor* weight, int m,
                                                                    aclTensor* gradY, uint64_t* workspaceSize,
                                                                    aclOpExecutor** executor);
/** Phase two of aclnnThreeInterpolateBackward. */
ACLNN_API aclnnStatus aclnnThreeInterpolateBackward(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_THREE_INTERPOLATE_BACKWARD_H_ */
