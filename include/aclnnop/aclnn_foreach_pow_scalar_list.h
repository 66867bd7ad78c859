/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnForeachPowScalarList: powers of a list to scalars. */

#ifndef ACLNNOP_ACLNN_FOREACH_POW_SCALAR_LIST_H_
#define ACLNNOP_ACLNN_FOREACH_POW_SCALAR_LIST_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnForeachPowScalarList: out[k] = x[k]^scalars[k], for each tensor k of the lists. Integers wrap around;
 * a negative power of an integer is 0, except of 1 and -1.
 * Types: FLOAT, FLOAT16, BFLOAT16, INT32.
 * @param[in] x  list of tensors
 * @param[in] scalars  the exponents, one scalar per tensor; of any real type; an integer or a BOOL for INT32
 *     tensors; types may differ
 * @param[out] out  list of tensors that are overwritten
 */
ACLNN_API aclnnStatus aclnnForeachPowScalarListGetWorkspaceSize(const aclTensorList* x,
                                                                const aclScalarList* scalars,
                                                                aclTensorList* out, uint64_t* workspaceSize,
                                                                aclOpExecutor** executor);
/** Phase two of aclnnForeachPowScalarList. */
ACLNN_API aclnnStatus aclnnForeachPowScalarList(void* workspace, uint64_t workspaceSize,
                                                aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FOREACH_POW_SCALAR_LIST_H_ */
