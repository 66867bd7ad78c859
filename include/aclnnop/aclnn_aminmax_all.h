/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAminmaxAll: the smallest and the largest element of all. */

#ifndef ACLNNOP_ACLNN_AMINMAX_ALL_H_
#define ACLNNOP_ACLNN_AMINMAX_ALL_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAminmaxAll: minOut, maxOut = the smallest and the largest element of self. The result is NaN if an
 * element is NaN.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. Results have the type of
 * self. For BOOL, true is larger than false.
 * Source: PyTorch's torch.aminmax.
 *
 * @param[in] self  tensor of any shape with at least one element along the reduced dimension, unless the
 *     outputs are empty
 * @param[out] minOut  one element; type of self
 * @param[out] maxOut  one element; type of self
 */
ACLNN_API aclnnStatus aclnnAminmaxAllGetWorkspaceSize(const aclTensor* self, aclTensor* minOut,
                                                      aclTensor* maxOut, uint64_t* workspaceSize,
                                                      aclOpExecutor** executor);
/** Phase two of aclnnAminmaxAll. */
ACLNN_API aclnnStatus aclnnAminmaxAll(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_AMINMAX_ALL_H_ */
