/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnDropoutV3Tensor: dropout at a seed and an offset in tensors. */

#ifndef ACLNNOP_ACLNN_DROPOUT_V3_TENSOR_H_
#define ACLNNOP_ACLNN_DROPOUT_V3_TENSOR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnDropoutV3Tensor: as aclnnDropoutV3 with the seed in seedTensor and the sum of offset and the offset in
 * offsetTensor, which the work reads when it runs. Source: torch_npu's calls in a captured graph.
 * @param[in] input  input
 * @param[in] optionalNoiseShape  NULL
 * @param[in] p  probability that an element is dropped, from 0 to 1
 * @param[in] seedTensor  one element, INT64
 * @param[in] offsetTensor  one element, INT64
 * @param[in] offset  is added to the one in offsetTensor
 * @param[out] out  the shape of input
 * @param[out] maskOut  the mask
 * @return 161002 if the probability is outside [0, 1] or NaN
 */
ACLNN_API aclnnStatus aclnnDropoutV3TensorGetWorkspaceSize(const aclTensor* input,
                                                           const aclTensor* optionalNoiseShape, double p,
                                                           const aclTensor* seedTensor,
                                                           const aclTensor* offsetTensor, int64_t offset,
                                                           aclTensor* out, aclTensor* maskOut,
                                                           uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDropoutV3Tensor. */
ACLNN_API aclnnStatus aclnnDropoutV3Tensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_DROPOUT_V3_TENSOR_H_ */
