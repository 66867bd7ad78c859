/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnNormalFloatFloat, aclnnNormalTensorFloat, aclnnNormalFloatTensor, aclnnNormalTensorTensor:
 * normally distributed numbers.
 *
 * Types: mean, std and out FLOAT, FLOAT16, BFLOAT16, DOUBLE, in any mix. Numbers are computed in float64 if
 * out is DOUBLE, otherwise in float32, by the transform of Box and Muller (1958), and rounded once. The
 * elements of a tensor std may be any numbers. Negative ones mirror the distribution. The random numbers
 * follow from seed and offset (see aclnn_base.h).
 * Shapes: mean and std, if they are tensors, broadcast to the shape of out. If both are scalars, out has any
 * shape.
 * Status codes: 161002 if a scalar std is negative or NaN
 */

#ifndef ACLNNOP_ACLNN_NORMAL_OUT_H_
#define ACLNNOP_ACLNN_NORMAL_OUT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnNormalFloatFloat: out = mean + std * a number of the standard normal distribution, in every element.
 * @param[in] mean  the mean
 * @param[in] std  the standard deviation, not negative
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 * @param[out] out  the numbers
 */
ACLNN_API aclnnStatus aclnnNormalFloatFloatGetWorkspaceSize(float mean, float std, int64_t seed,
                                                            int64_t offset, aclTensor* out,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnNormalFloatFloat. */
ACLNN_API aclnnStatus aclnnNormalFloatFloat(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

/**
 * aclnnNormalTensorFloat: out = mean + std * a number of the standard normal distribution, in every element.
 * @param[in] mean  the means
 * @param[in] std  the standard deviation, not negative
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 * @param[out] out  the numbers
 */
ACLNN_API aclnnStatus aclnnNormalTensorFloatGetWorkspaceSize(const aclTensor* mean, float std, int64_t seed,
                                                             int64_t offset, aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnNormalTensorFloat. */
ACLNN_API aclnnStatus aclnnNormalTensorFloat(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

/**
 * aclnnNormalFloatTensor: out = mean + std * a number of the standard normal distribution, in every element.
 * @param[in] mean  the mean
 * @param[in] std  the standard deviations
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 * @param[out] out  the numbers
 */
ACLNN_API aclnnStatus aclnnNormalFloatTensorGetWorkspaceSize(float mean, const aclTensor* std, int64_t seed,
                                                             int64_t offset, aclTensor* out,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnNormalFloatTensor. */
ACLNN_API aclnnStatus aclnnNormalFloatTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

/**
 * aclnnNormalTensorTensor: out = mean + std * a number of the standard normal distribution, in every element.
 * @param[in] mean  the means
 * @param[in] std  the standard deviations
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 * @param[out] out  the numbers
 */
ACLNN_API aclnnStatus aclnnNormalTensorTensorGetWorkspaceSize(const aclTensor* mean, const aclTensor* std,
                                                              int64_t seed, int64_t offset, aclTensor* out,
                                                              uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);
/** Phase two of aclnnNormalTensorTensor. */
ACLNN_API aclnnStatus aclnnNormalTensorTensor(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_NORMAL_OUT_H_ */
