/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnRReluWithNoise: leaky rectified linear units with random slopes. */

#ifndef ACLNNOP_ACLNN_RRELU_WITH_NOISE_H_
#define ACLNNOP_ACLNN_RRELU_WITH_NOISE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRReluWithNoise: out = self * a, where a = 1 if self is above 0. Otherwise a is random in training, evenly
 * distributed from lower to upper, and (lower + upper) / 2 elsewhere. In training noise receives a, otherwise it stays unmodified.
 * Types: FLOAT, FLOAT16, BFLOAT16, the same for all tensors. Computed in FLOAT and rounded once. Element i takes number i
 * of the sequence of seed and offset. Source: PyTorch's torch.nn.functional.rrelu.
 *
 * @param[in] self  any
 * @param[out] noise  at least as many elements as self; the first of them are written
 * @param[in] lower  the least slope
 * @param[in] upper  the largest slope, not below lower
 * @param[in] training  whether slopes are random
 * @param[in] seed  of the random numbers
 * @param[in] offset  of the random numbers
 * @param[out] out  in the shape of self
 * @return 161002 if lower is above upper, or a bound is not finite
 */
ACLNN_API aclnnStatus aclnnRReluWithNoiseGetWorkspaceSize(const aclTensor* self, const aclTensor* noise,
                                                          const aclScalar* lower, const aclScalar* upper,
                                                          bool training, int64_t seed, int64_t offset,
                                                          aclTensor* out, uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);
/** Phase two of aclnnRReluWithNoise. */
ACLNN_API aclnnStatus aclnnRReluWithNoise(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

/**
 * aclnnInplaceRReluWithNoise: aclnnRReluWithNoise, in place: self receives the result.
 *
 * @param[in,out] self  any
 * @param[out] noise  as aclnnRReluWithNoise
 * @param[in] lower  the least slope
 * @param[in] upper  the largest slope, not below lower
 * @param[in] training  whether slopes are random
 * @param[in] seed  of the random numbers
 * @param[in] offset  of the random numbers
 */
ACLNN_API aclnnStatus aclnnInplaceRReluWithNoiseGetWorkspaceSize(
    const aclTensor* self, const aclTensor* noise, const aclScalar* lower, const aclScalar* upper,
    bool training, int64_t seed, int64_t offset, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceRReluWithNoise. */
ACLNN_API aclnnStatus aclnnInplaceRReluWithNoise(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_RRELU_WITH_NOISE_H_ */
