/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnInplaceUniform, aclnnInplaceUniformTensor: fills a tensor with uniformly distributed numbers. */

#ifndef ACLNNOP_ACLNN_UNIFORM_H_
#define ACLNNOP_ACLNN_UNIFORM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnInplaceUniform: selfRef = a number in [from, to), in every element; from if both are equal.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. Numbers are computed in
 * float32 for FLOAT (of 24 random digits), FLOAT16 (11) and BFLOAT16 (8), otherwise in float64 (53), and
 * rounded once; for integer types they are truncated. The random numbers follow from seed and offset (see
 * aclnn_base.h).
 *
 * @param[out] selfRef  tensor to fill; more than 8 dimensions are accepted if they merge to 8 (contiguous)
 * @param[in] from  lower bound
 * @param[in] to  upper bound, excluded
 * @param[in] seed  any 64 bits
 * @param[in] offset  any 64 bits
 * @return 161002 if from or to is NaN or outside the range of the type; from is above to, or further from it
 *     than the largest number of a floating-point type
 */
ACLNN_API aclnnStatus aclnnInplaceUniformGetWorkspaceSize(aclTensor* selfRef, double from, double to,
                                                          uint64_t seed, uint64_t offset,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceUniform. */
ACLNN_API aclnnStatus aclnnInplaceUniform(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

/**
 * aclnnInplaceUniformTensor: as aclnnInplaceUniform with the seed in seedTensor and the sum of offset and the offset
 * in offsetTensor, which the work reads when it runs.
 *
 * @param[out] selfRef  tensor to fill; more than 8 dimensions are accepted if they merge to 8 (contiguous)
 * @param[in] from  lower bound
 * @param[in] to  upper bound, excluded
 * @param[in] seedTensor  one element, INT64
 * @param[in] offsetTensor  one element, INT64
 * @param[in] offset  is added to the one in offsetTensor
 * @return 161002 as aclnnInplaceUniform
 */
ACLNN_API aclnnStatus aclnnInplaceUniformTensorGetWorkspaceSize(aclTensor* selfRef, double from, double to,
                                                                const aclTensor* seedTensor,
                                                                const aclTensor* offsetTensor,
                                                                uint64_t offset, uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);
/** Phase two of aclnnInplaceUniformTensor. */
ACLNN_API aclnnStatus aclnnInplaceUniformTensor(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_UNIFORM_H_ */
