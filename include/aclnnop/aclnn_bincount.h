/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnBincount: count of each number. */

#ifndef ACLNNOP_ACLNN_BINCOUNT_H_
#define ACLNNOP_ACLNN_BINCOUNT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBincount: out[n] = the number of elements of self that are n, or the sum of the weights at their
 * positions.
 * Types: self INT8, INT16, INT32, INT64 or UINT8; weights FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16,
 * INT32, INT64, UINT8, BOOL. out is INT64 without weights, FLOAT with FLOAT weights, otherwise DOUBLE.
 * Weights are added in float64, in an order that depends only on the sizes of self and out.
 * Source: PyTorch's torch.bincount.
 *
 * @param[in] self  1 dimension; elements from 0 to below the number of elements of out
 * @param[in] weights  NULL, or the shape of self
 * @param[in] minlength  minimum number of elements of out; not negative
 * @param[out] out  1 dimension: one element more than the largest element of self, or minlength if that is
 *     more. Further elements are allowed and become 0
 * @return 161002 if minlength is more than the number of elements of out. 507035 if an element of self is
 *     negative or not below the number of elements of out
 */
ACLNN_API aclnnStatus aclnnBincountGetWorkspaceSize(const aclTensor* self, const aclTensor* weights,
                                                    int64_t minlength, aclTensor* out,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnBincount. */
ACLNN_API aclnnStatus aclnnBincount(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BINCOUNT_H_ */
