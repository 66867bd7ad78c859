/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnKthvalue: the k-th smallest elements along a dimension. */

#ifndef ACLNNOP_ACLNN_KTHVALUE_H_
#define ACLNNOP_ACLNN_KTHVALUE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnKthvalue: valuesOut = the k-th smallest element of self along dim, indicesOut = the index of the first
 * element that is equal to it. NaN is larger than any number; zeros of both signs are equal.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. valuesOut has the type of self,
 * indicesOut is INT64.
 * Source: PyTorch's torch.kthvalue.
 *
 * @param[in] self  tensor of any shape
 * @param[in] k  from 1 to the size of dim
 * @param[in] dim  dimension to work along
 * @param[in] keepdim  whether outputs keep the dimension with size 1
 * @param[out] valuesOut  shape of self without dim, or with size 1 there; type of self
 * @param[out] indicesOut  the same shape; INT64
 */
ACLNN_API aclnnStatus aclnnKthvalueGetWorkspaceSize(const aclTensor* self, int64_t k, int64_t dim,
                                                    bool keepdim, aclTensor* valuesOut, aclTensor* indicesOut,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnKthvalue. */
ACLNN_API aclnnStatus aclnnKthvalue(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_KTHVALUE_H_ */
