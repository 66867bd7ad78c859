/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMean, aclnnMeanV2: means over dimensions. */

#ifndef ACLNNOP_ACLNN_MEAN_H_
#define ACLNNOP_ACLNN_MEAN_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMean: out = sum of self over dim, divided by the number of these elements.
 * Types: self FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64,
 * COMPLEX128; dtype and out only the floating-point and complex ones.
 * Arithmetic: the sum is that of aclnnReduceSum, divided in float64 before the result is rounded once. The
 * mean of no elements is NaN.
 * Source: PyTorch's torch.mean.
 *
 * @param[in] self  tensor of any shape
 * @param[in] dim  dimensions to reduce; an empty array means all
 * @param[in] keepDim  whether out keeps the reduced dimensions with size 1
 * @param[in] dtype  the type of out; elements are converted to it first, for FLOAT16 and BFLOAT16 to FLOAT
 * @param[out] out  shape of self without the reduced dimensions, or with size 1 there; of type dtype
 */
ACLNN_API aclnnStatus aclnnMeanGetWorkspaceSize(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                                                aclDataType dtype, aclTensor* out, uint64_t* workspaceSize,
                                                aclOpExecutor** executor);
/** Phase two of aclnnMean. */
ACLNN_API aclnnStatus aclnnMean(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnMeanV2: out = sum of self over dim, divided by the number of these elements.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, COMPLEX64, COMPLEX128. out has the type of
 * self. The mean of integers is truncated; their sum wraps around in INT64. The mean of no elements is NaN.
 *
 * @param[in] self  tensor of any shape; integers: with at least one element along the reduced dimensions, unless out is empty
 * @param[in] dim  dimensions to reduce
 * @param[in] keepDim  whether out keeps the reduced dimensions with size 1
 * @param[in] noopWithEmptyAxes  if dim is empty: true means that out is a copy of self, false that all dimensions are reduced
 * @param[out] out  shape of self without the reduced dimensions, or with size 1 there; type of self
 */
ACLNN_API aclnnStatus aclnnMeanV2GetWorkspaceSize(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                                                  bool noopWithEmptyAxes, aclTensor* out,
                                                  uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMeanV2. */
ACLNN_API aclnnStatus aclnnMeanV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MEAN_H_ */
