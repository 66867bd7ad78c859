/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnMaxV2: the largest elements over dimensions. */

#ifndef ACLNNOP_ACLNN_MAX_V2_H_
#define ACLNNOP_ACLNN_MAX_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnMaxV2: out = the largest element of self over dims. The result is NaN if an element is NaN.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. out has the type of self.
 * For BOOL, true is larger than false.
 *
 * @param[in] self  tensor of any shape with at least one element along the reduced dimensions, unless out is empty
 * @param[in] dims  dimensions to reduce
 * @param[in] keepDims  whether out keeps the reduced dimensions with size 1
 * @param[in] noopWithEmptyDims  if dims is empty: true means that out is a copy of self, false that all dimensions are reduced
 * @param[out] out  shape of self without the reduced dimensions, or with size 1 there; type of self
 */
ACLNN_API aclnnStatus aclnnMaxV2GetWorkspaceSize(const aclTensor* self, const aclIntArray* dims,
                                                 bool keepDims, bool noopWithEmptyDims, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnMaxV2. */
ACLNN_API aclnnStatus aclnnMaxV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MAX_V2_H_ */
