/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAmin: the smallest elements over dimensions. */

#ifndef ACLNNOP_ACLNN_AMIN_H_
#define ACLNNOP_ACLNN_AMIN_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAmin: out = the smallest element of self over dim. The result is NaN if an element is NaN.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. out has the type of self.
 * For BOOL, true is larger than false.
 * Source: PyTorch's torch.amin.
 *
 * @param[in] self  tensor of any shape with at least one element along the reduced dimensions, unless out is
 *     empty
 * @param[in] dim  dimensions to reduce; an empty array means all
 * @param[in] keepDim  whether out keeps the reduced dimensions with size 1
 * @param[out] out  shape of self without the reduced dimensions, or with size 1 there; type of self
 */
ACLNN_API aclnnStatus aclnnAminGetWorkspaceSize(const aclTensor* self, const aclIntArray* dim, bool keepDim,
                                                aclTensor* out, uint64_t* workspaceSize,
                                                aclOpExecutor** executor);
/** Phase two of aclnnAmin. */
ACLNN_API aclnnStatus aclnnAmin(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_AMIN_H_ */
