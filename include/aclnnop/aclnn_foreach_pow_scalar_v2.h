/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachPowScalarV2: powers of a list to a scalar. */

#ifndef ACLNNOP_ACLNN_FOREACH_POW_SCALAR_V2_H_
#define ACLNNOP_ACLNN_FOREACH_POW_SCALAR_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachPowScalarV2: out[k] = x[k]^scalar, for each tensor k of the lists.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 * @param[in] x  list of tensors
 * @param[in] scalar  the exponent; of any real type
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachPowScalarV2GetWorkspaceSize(const aclTensorList* x, const aclScalar* scalar,
                                                              aclTensorList* out, uint64_t* workspaceSize,
                                                              aclOpExecutor** executor);
/** Phase two of aclnnForeachPowScalarV2. */
ACLNN_API aclnnStatus aclnnForeachPowScalarV2(void* workspace, uint64_t workspaceSize,
                                              aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_POW_SCALAR_V2_H_ */
