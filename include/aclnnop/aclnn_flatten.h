/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnFlatten: the elements of a tensor as a matrix. */

#ifndef ACLNNOP_ACLNN_FLATTEN_H_
#define ACLNNOP_ACLNN_FLATTEN_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnFlatten: out = self with the dimensions before axis merged into one, and those from axis on.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL, COMPLEX64,
 * COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2. Elements are copied bit by bit.
 *
 * @param[in] self  tensor of at most 8 dimensions
 * @param[in] axis  first dimension that is merged into the second one of out; negative numbers count from the end
 * @param[out] out  [sizes before axis multiplied, the others multiplied]; type of self
 */
ACLNN_API aclnnStatus aclnnFlattenGetWorkspaceSize(const aclTensor* self, int64_t axis, aclTensor* out,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnFlatten. */
ACLNN_API aclnnStatus aclnnFlatten(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FLATTEN_H_ */
