/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnInplaceNormal, aclnnInplaceNormalTensor: fills a tensor with normally distributed numbers. */

#ifndef ACLNNOP_ACLNN_NORMAL_H_
#define ACLNNOP_ACLNN_NORMAL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnInplaceNormal: selfRef = mean + std * a number of the standard normal distribution, in every element.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128. For
 * COMPLEX64 and COMPLEX128, each part has half the variance, and the mean is that of the real part. Numbers
 * are computed in float32 for FLOAT, FLOAT16, BFLOAT16 and COMPLEX64, otherwise in float64, by the transform
 * of Box and Muller (1958), and rounded once; for integer types they are truncated. The random numbers follow
 * from seed and offset (see aclnn_base.h).
 *
 * @param[out] selfRef  tensor to fill; more than 8 dimensions are accepted if they merge to 8 (contiguous)
 * @param[in] mean  any number
 * @param[in] std  the standard deviation, not negative
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 * @return 161002 if std is negative or NaN
 */
ACLNN_API aclnnStatus aclnnInplaceNormalGetWorkspaceSize(aclTensor* selfRef, float mean, float std,
                                                         int64_t seed, int64_t offset,
                                                         uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceNormal. */
ACLNN_API aclnnStatus aclnnInplaceNormal(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                         aclrtStream stream);

/**
 * aclnnInplaceNormalTensor: as aclnnInplaceNormal with the seed in seedTensor and the sum of offset and the offset
 * in offsetTensor, which the work reads when it runs.
 *
 * @param[out] selfRef  tensor to fill; more than 8 dimensions are accepted if they merge to 8 (contiguous)
 * @param[in] mean  any number
 * @param[in] std  the standard deviation, not negative
 * @param[in] seedTensor  one element, INT64
 * @param[in] offsetTensor  one element, INT64
 * @param[in] offset  is added to the one in offsetTensor
 * @return 161002 if std is negative or NaN
 */
ACLNN_API aclnnStatus aclnnInplaceNormalTensorGetWorkspaceSize(aclTensor* selfRef, float mean, float std,
                                                               const aclTensor* seedTensor,
                                                               const aclTensor* offsetTensor, int64_t offset,
                                                               uint64_t* workspaceSize,
                                                               aclOpExecutor** executor);
/** Phase two of aclnnInplaceNormalTensor. */
ACLNN_API aclnnStatus aclnnInplaceNormalTensor(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_NORMAL_H_ */
