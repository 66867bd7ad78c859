/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachPowScalar: powers of a list to a scalar. */

#ifndef ACLNNOP_ACLNN_FOREACH_POW_SCALAR_H_
#define ACLNNOP_ACLNN_FOREACH_POW_SCALAR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachPowScalar: out[k] = x[k]^scalar[0], for each tensor k of the lists. Integers wrap around; a
 * negative power of an integer is 0, except of 1 and -1.
 * Types: FLOAT, FLOAT16, BFLOAT16, INT32.
 * @param[in] x  list of tensors
 * @param[in] scalar  the exponent, a tensor of one element, of any real type; an integer or a BOOL for INT32
 *     tensors
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachPowScalarGetWorkspaceSize(const aclTensorList* x, const aclTensor* scalar,
                                                            aclTensorList* out, uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnForeachPowScalar. */
ACLNN_API aclnnStatus aclnnForeachPowScalar(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_POW_SCALAR_H_ */
