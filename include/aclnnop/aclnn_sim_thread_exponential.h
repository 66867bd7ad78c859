/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSimThreadExponential: fills a tensor with exponentially distributed numbers. */

#ifndef ACLNNOP_ACLNN_SIM_THREAD_EXPONENTIAL_H_
#define ACLNNOP_ACLNN_SIM_THREAD_EXPONENTIAL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSimThreadExponential: each element becomes -log(u) / lambda, with u evenly distributed between 0 and 1.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. Computed in float64 and rounded once. Element i takes number i of the sequence
 * of seed and offset. Source: PyTorch's torch.Tensor.exponential_.
 *
 * @param[out] selfRef  any, also of more than 8 dimensions that merge to fewer
 * @param[in] count  the number of elements of selfRef
 * @param[in] lambda  the rate, above 0
 * @param[in] seed  of the random numbers
 * @param[in] offset  of the random numbers
 * @return 161002 if count is another number, or lambda is not finite or not above 0
 */
ACLNN_API aclnnStatus aclnnSimThreadExponentialGetWorkspaceSize(aclTensor* selfRef, int64_t count,
                                                                double lambda, int64_t seed, int64_t offset,
                                                                uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);
/** Phase two of aclnnSimThreadExponential. */
ACLNN_API aclnnStatus aclnnSimThreadExponential(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SIM_THREAD_EXPONENTIAL_H_ */
