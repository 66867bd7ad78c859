/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMaxDim: the largest elements along a dimension with their indices. */

#ifndef ACLNNOP_ACLNN_MAX_DIM_H_
#define ACLNNOP_ACLNN_MAX_DIM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMaxDim: out = the largest element of self along dim, indices = its index along dim. Among equal
 * elements the first one counts; zeros of both signs are equal. If there are NaNs, the first NaN counts.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. out has the type of self,
 * indices is INT64 or INT32. For BOOL, true is larger than false.
 * Source: PyTorch's torch.max.
 *
 * @param[in] self  tensor of any shape with at least one element along the reduced dimension, unless the
 *     outputs are empty
 * @param[in] dim  dimension to reduce
 * @param[in] keepdim  whether outputs keep the reduced dimension with size 1
 * @param[out] out  shape of self without the reduced dimension, or with size 1 there; type of self
 * @param[out] indices  shape of self without the reduced dimension, or with size 1 there; INT64 or INT32
 */
ACLNN_API aclnnStatus aclnnMaxDimGetWorkspaceSize(const aclTensor* self, int64_t dim, bool keepdim,
                                                  aclTensor* out, aclTensor* indices, uint64_t* workspaceSize,
                                                  aclOpExecutor** executor);
/** Phase two of aclnnMaxDim. */
ACLNN_API aclnnStatus aclnnMaxDim(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MAX_DIM_H_ */
