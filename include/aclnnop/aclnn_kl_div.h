/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnKlDiv: Kullback-Leibler divergence. */

#ifndef ACLNNOP_ACLNN_KL_DIV_H_
#define ACLNNOP_ACLNN_KL_DIV_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnKlDiv: without reduction, out = t; otherwise the mean or the sum of t. t = target * (log(target) -
 * self), 0 if target is 0; for logarithms exp(target) * (target - self).
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, in any mix, also of out. Computed in float64 if an input is
 * DOUBLE.
 * Shapes: self and target broadcast. Without reduction out has their common shape, otherwise one element in 0
 * or 1 dimensions. The mean of no elements is NaN, their sum is 0.
 *
 * @param[in] self  logarithms of probabilities
 * @param[in] target  probabilities, or their logarithms
 * @param[in] reduction  0 none, 1 mean, 2 sum, 3 the sum divided by the size of dimension 0 of self
 * @param[in] logTarget  whether target holds logarithms
 * @param[out] out  the divergence
 */
ACLNN_API aclnnStatus aclnnKlDivGetWorkspaceSize(const aclTensor* self, const aclTensor* target,
                                                 int64_t reduction, bool logTarget, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnKlDiv. */
ACLNN_API aclnnStatus aclnnKlDiv(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_KL_DIV_H_ */
