/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachPowScalarAndTensor: powers of a scalar to a list. */

#ifndef ACLNNOP_ACLNN_FOREACH_POW_SCALAR_AND_TENSOR_H_
#define ACLNNOP_ACLNN_FOREACH_POW_SCALAR_AND_TENSOR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachPowScalarAndTensor: out[k] = scalar^x[k], for each tensor k of the lists. Integers wrap around;
 * a negative power of an integer is 0, except of 1 and -1.
 * Types: FLOAT, FLOAT16, BFLOAT16, INT32.
 * @param[in] scalar  the base; of any real type; an integer or a BOOL for INT32 tensors
 * @param[in] x  list of tensors, the exponents
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachPowScalarAndTensorGetWorkspaceSize(const aclScalar* scalar,
                                                                     const aclTensorList* x,
                                                                     aclTensorList* out,
                                                                     uint64_t* workspaceSize,
                                                                     aclOpExecutor** executor);
/** Phase two of aclnnForeachPowScalarAndTensor. */
ACLNN_API aclnnStatus aclnnForeachPowScalarAndTensor(void* workspace, uint64_t workspaceSize,
                                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_POW_SCALAR_AND_TENSOR_H_ */
