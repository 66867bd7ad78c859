/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAminmaxDim: the smallest and the largest elements along a dimension. */

#ifndef ACLNNOP_ACLNN_AMINMAX_DIM_H_
#define ACLNNOP_ACLNN_AMINMAX_DIM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAminmaxDim: minOut, maxOut = the smallest and the largest element of self along dim. The result is NaN
 * if an element is NaN.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. Results have the type of
 * self. For BOOL, true is larger than false.
 * Source: PyTorch's torch.aminmax.
 *
 * @param[in] self  tensor of any shape with at least one element along the reduced dimension, unless the
 *     outputs are empty
 * @param[in] dim  dimension to reduce
 * @param[in] keepDim  whether outputs keep the reduced dimension with size 1
 * @param[out] minOut  shape of self without the reduced dimension, or with size 1 there; type of self
 * @param[out] maxOut  shape and type of minOut
 */
ACLNN_API aclnnStatus aclnnAminmaxDimGetWorkspaceSize(const aclTensor* self, int64_t dim, bool keepDim,
                                                      aclTensor* minOut, aclTensor* maxOut,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAminmaxDim. */
ACLNN_API aclnnStatus aclnnAminmaxDim(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_AMINMAX_DIM_H_ */
