/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMax: the largest element. */

#ifndef ACLNNOP_ACLNN_MAX_H_
#define ACLNNOP_ACLNN_MAX_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMax: out = the largest element of self. The result is NaN if an element is NaN.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. out has the type of self.
 * For BOOL, true is larger than false.
 * Source: PyTorch's torch.max.
 *
 * @param[in] self  tensor of any shape with at least one element
 * @param[out] out  one element; type of self
 * @return 161002 if self is empty
 */
ACLNN_API aclnnStatus aclnnMaxGetWorkspaceSize(const aclTensor* self, aclTensor* out, uint64_t* workspaceSize,
                                               aclOpExecutor** executor);
/** Phase two of aclnnMax. */
ACLNN_API aclnnStatus aclnnMax(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MAX_H_ */
