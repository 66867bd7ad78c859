/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnRepeatInterleaveGrad: gradient of slices that were repeated. */

#ifndef ACLNNOP_ACLNN_REPEAT_INTERLEAVE_GRAD_H_
#define ACLNNOP_ACLNN_REPEAT_INTERLEAVE_GRAD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRepeatInterleaveGrad: the gradient of self in aclnnRepeatInterleaveWithDim and
 * aclnnRepeatInterleaveIntWithDim: out has the sum of the slices of yGrad that came from one slice.
 * Types: FLOAT, FLOAT16, BFLOAT16. Sums are computed in float64 and rounded once.
 *
 * @param[in] yGrad  1 to 8 dimensions
 * @param[in] repeats  how many slices each one became; [slices of out along axis], or one element for all; INT32
 *     or INT64
 * @param[in] axis  dimension of yGrad; negative ones count from the end
 * @param[out] out  the dimensions of yGrad, with the number of slices before the repetition along axis, which may
 *     be several dimensions; type of yGrad
 * @return 507035 if the repeats are negative, or do not add up to the slices of yGrad; then nothing is written
 */
ACLNN_API aclnnStatus aclnnRepeatInterleaveGradGetWorkspaceSize(const aclTensor* yGrad,
                                                                const aclTensor* repeats, int64_t axis,
                                                                aclTensor* out, uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);
/** Phase two of aclnnRepeatInterleaveGrad. */
ACLNN_API aclnnStatus aclnnRepeatInterleaveGrad(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_REPEAT_INTERLEAVE_GRAD_H_ */
