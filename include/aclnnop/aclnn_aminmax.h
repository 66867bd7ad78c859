/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAminmax: the smallest and the largest elements over dimensions. */

#ifndef ACLNNOP_ACLNN_AMINMAX_H_
#define ACLNNOP_ACLNN_AMINMAX_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAminmax: minOut, maxOut = the smallest and the largest element of self over dim. The result is NaN if
 * an element is NaN.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. Results have the type of
 * self. For BOOL, true is larger than false.
 * Source: PyTorch's torch.amin and torch.amax.
 *
 * @param[in] self  tensor of any shape with at least one element along the reduced dimensions, unless the
 *     outputs are empty
 * @param[in] dim  dimensions to reduce; an empty array means all
 * @param[in] keepDim  whether outputs keep the reduced dimensions with size 1
 * @param[out] minOut  shape of self without the reduced dimensions, or with size 1 there; type of self
 * @param[out] maxOut  shape and type of minOut
 */
ACLNN_API aclnnStatus aclnnAminmaxGetWorkspaceSize(const aclTensor* self, const aclIntArray* dim,
                                                   bool keepDim, aclTensor* minOut, aclTensor* maxOut,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAminmax. */
ACLNN_API aclnnStatus aclnnAminmax(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_AMINMAX_H_ */
