/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnArgMin: indices of the smallest elements along a dimension. */

#ifndef ACLNNOP_ACLNN_ARGMIN_H_
#define ACLNNOP_ACLNN_ARGMIN_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnArgMin: out = the index of the smallest element of self along dim. Among equal elements the first one
 * counts; zeros of both signs are equal. If there are NaNs, the first NaN counts.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. out is INT64 or INT32.
 * Source: PyTorch's torch.argmin.
 *
 * @param[in] self  tensor of any shape with at least one element along the reduced dimension, unless the
 *     outputs are empty
 * @param[in] dim  dimension to reduce
 * @param[in] keepdim  whether outputs keep the reduced dimension with size 1
 * @param[out] out  shape of self without the reduced dimension, or with size 1 there; INT64 or INT32
 */
ACLNN_API aclnnStatus aclnnArgMinGetWorkspaceSize(const aclTensor* self, int64_t dim, bool keepdim,
                                                  aclTensor* out, uint64_t* workspaceSize,
                                                  aclOpExecutor** executor);
/** Phase two of aclnnArgMin. */
ACLNN_API aclnnStatus aclnnArgMin(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ARGMIN_H_ */
