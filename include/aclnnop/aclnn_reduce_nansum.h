/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnReduceNansum: sums over dimensions that skip NaN. */

#ifndef ACLNNOP_ACLNN_REDUCE_NANSUM_H_
#define ACLNNOP_ACLNN_REDUCE_NANSUM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnReduceNansum: out = sum of self, converted to dtype, over dim, with NaN counted as 0.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL.
 * Arithmetic: as in aclnnReduceSum. The sum of no elements is 0.
 * Source: PyTorch's torch.nansum.
 *
 * @param[in] self  tensor of any shape
 * @param[in] dim  dimensions to reduce; an empty array means all
 * @param[in] keepDim  whether out keeps the reduced dimensions with size 1
 * @param[in] dtype  type in which elements are added; the type of out
 * @param[out] out  shape of self without the reduced dimensions, or with size 1 there; of type dtype
 */
ACLNN_API aclnnStatus aclnnReduceNansumGetWorkspaceSize(const aclTensor* self, const aclIntArray* dim,
                                                        bool keepDim, aclDataType dtype, aclTensor* out,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnReduceNansum. */
ACLNN_API aclnnStatus aclnnReduceNansum(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_REDUCE_NANSUM_H_ */
