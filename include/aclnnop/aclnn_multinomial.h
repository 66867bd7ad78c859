/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMultinomial, aclnnMultinomialTensor: categories drawn by their weights. */

#ifndef ACLNNOP_ACLNN_MULTINOMIAL_H_
#define ACLNNOP_ACLNN_MULTINOMIAL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMultinomial: out = numsamples categories of each row of self, each drawn with a probability in
 * proportion to its weight.
 * self has weights, one for each category, in one row or several. They need not sum to 1.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE; out is INT64. Without replacement, out has the categories in the
 * order in which they are drawn. The random numbers follow from seed and offset (see aclnn_base.h). Source:
 * PyTorch's torch.multinomial.
 *
 * @param[in] self  [categories] or [rows, categories]
 * @param[in] numsamples  number of categories to draw from each row
 * @param[in] replacement  whether a category may be drawn again
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 * @param[out] out  [numsamples] or [rows, numsamples]; INT64
 * @return 161002 if numsamples is negative, or without replacement larger than the number of categories. If
 *     a weight is negative, infinite or NaN, if the weights of a row sum to 0, or if fewer than numsamples
 *     weights are above 0 without replacement, nothing is written, and the next synchronize returns 507035.
 */
ACLNN_API aclnnStatus aclnnMultinomialGetWorkspaceSize(const aclTensor* self, int64_t numsamples,
                                                       bool replacement, int64_t seed, int64_t offset,
                                                       aclTensor* out, uint64_t* workspaceSize,
                                                       aclOpExecutor** executor);
/** Phase two of aclnnMultinomial. */
ACLNN_API aclnnStatus aclnnMultinomial(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

/**
 * aclnnMultinomialTensor: as aclnnMultinomial with the seed in seedTensor and the sum of offset and the
 * offset in offsetTensor, which the work reads when it runs.
 *
 * @param[in] self  [categories] or [rows, categories]
 * @param[in] numsamples  number of categories to draw from each row
 * @param[in] replacement  whether a category may be drawn again
 * @param[in] seedTensor  one element, INT64
 * @param[in] offsetTensor  one element, INT64
 * @param[in] offset  is added to the one in offsetTensor
 * @param[out] out  [numsamples] or [rows, numsamples]; INT64
 * @return 161002 if numsamples is negative, or without replacement larger than the number of categories. If
 *     a weight is negative, infinite or NaN, if the weights of a row sum to 0, or if fewer than numsamples
 *     weights are above 0 without replacement, nothing is written, and the next synchronize returns 507035.
 */
ACLNN_API aclnnStatus aclnnMultinomialTensorGetWorkspaceSize(const aclTensor* self, int64_t numsamples,
                                                             bool replacement, const aclTensor* seedTensor,
                                                             const aclTensor* offsetTensor, int64_t offset,
                                                             aclTensor* out, uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnMultinomialTensor. */
ACLNN_API aclnnStatus aclnnMultinomialTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MULTINOMIAL_H_ */
