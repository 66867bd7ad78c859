/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachAddcdivScalar: sums of a list and scaled quotients. */

#ifndef ACLNNOP_ACLNN_FOREACH_ADDCDIV_SCALAR_H_
#define ACLNNOP_ACLNN_FOREACH_ADDCDIV_SCALAR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachAddcdivScalar: out[k] = x1[k] + scalar[0] * x2[k] / x3[k], for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 * @param[in] x1  list of tensors
 * @param[in] x2  list of tensors
 * @param[in] x3  list of tensors
 * @param[in] scalar  a tensor of one element, of any real type
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachAddcdivScalarGetWorkspaceSize(
    const aclTensorList* x1, const aclTensorList* x2, const aclTensorList* x3, const aclTensor* scalar,
    aclTensorList* out, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnForeachAddcdivScalar. */
ACLNN_API aclnnStatus aclnnForeachAddcdivScalar(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_ADDCDIV_SCALAR_H_ */
