/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnReduceSum: sums over dimensions. */

#ifndef ACLNNOP_ACLNN_REDUCE_SUM_H_
#define ACLNNOP_ACLNN_REDUCE_SUM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnReduceSum: out = sum of self, converted to dtype, over dims.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128.
 * Arithmetic: FLOAT, FLOAT16 and BFLOAT16 are added in float32, in 16 interleaved sums of at most 32 terms,
 * and these in float64; the result is rounded once. DOUBLE is added in float64. Complex numbers are added
 * part by part. The order of additions depends only on shape and dims. The sum of no elements is 0.
 * Source: PyTorch's torch.sum.
 *
 * @param[in] self  tensor of any shape
 * @param[in] dims  dimensions to sum over; an empty array means all
 * @param[in] keepDims  whether out keeps the reduced dimensions with size 1
 * @param[in] dtype  type in which elements are added; the type of out
 * @param[out] out  shape of self without dims, or with size 1 there; of type dtype
 * @return 161002 if self is empty and out is complex
 */
ACLNN_API aclnnStatus aclnnReduceSumGetWorkspaceSize(const aclTensor* self, const aclIntArray* dims,
                                                     bool keepDims, aclDataType dtype, aclTensor* out,
                                                     uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnReduceSum. */
ACLNN_API aclnnStatus aclnnReduceSum(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_REDUCE_SUM_H_ */
