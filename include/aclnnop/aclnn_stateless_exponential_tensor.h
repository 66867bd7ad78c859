/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnStatelessExponentialTensor: fills a tensor with exponentially distributed numbers. */

#ifndef ACLNNOP_ACLNN_STATELESS_EXPONENTIAL_TENSOR_H_
#define ACLNNOP_ACLNN_STATELESS_EXPONENTIAL_TENSOR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnStatelessExponentialTensor: as aclnnSimThreadExponential with the seed in seedTensor and the sum of offset and
 * the offset in offsetTensor, which the work reads when it runs. Source: torch_npu's calls in a captured graph.
 * @param[out] selfRef  any, also of more than 8 dimensions that merge to fewer
 * @param[in] lambda  the rate, above 0
 * @param[in] seedTensor  one element, INT64
 * @param[in] offsetTensor  one element, INT64
 * @param[in] offset  is added to the one in offsetTensor
 * @return 161002 if lambda is not finite or not above 0
 */
ACLNN_API aclnnStatus aclnnStatelessExponentialTensorGetWorkspaceSize(aclTensor* selfRef, double lambda,
                                                                      const aclTensor* seedTensor,
                                                                      const aclTensor* offsetTensor,
                                                                      int64_t offset, uint64_t* workspaceSize,
                                                                      aclOpExecutor** executor);
/** Phase two of aclnnStatelessExponentialTensor. */
ACLNN_API aclnnStatus aclnnStatelessExponentialTensor(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_STATELESS_EXPONENTIAL_TENSOR_H_ */
