/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnElu, aclnnInplaceElu: the exponential linear unit.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE. All tensors have one type.
 */

#ifndef ACLNNOP_ACLNN_ELU_H_
#define ACLNNOP_ACLNN_ELU_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnElu: out = self > 0 ? scale self : alpha scale (e^(inputScale self) - 1).
 * @param[in] self  forward input
 * @param[in] alpha  scalar of any type
 * @param[in] scale  scalar of any type
 * @param[in] inputScale  scalar of any type
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnEluGetWorkspaceSize(const aclTensor* self, const aclScalar* alpha,
                                               const aclScalar* scale, const aclScalar* inputScale,
                                               aclTensor* out, uint64_t* workspaceSize,
                                               aclOpExecutor** executor);
/** Phase two of aclnnElu. */
ACLNN_API aclnnStatus aclnnElu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

/**
 * aclnnInplaceElu: selfRef = selfRef > 0 ? scale selfRef : alpha scale (e^(inputScale selfRef) - 1).
 * @param[in,out] selfRef  input and result
 * @param[in] alpha  scalar of any type
 * @param[in] scale  scalar of any type
 * @param[in] inputScale  scalar of any type
 */
ACLNN_API aclnnStatus aclnnInplaceEluGetWorkspaceSize(aclTensor* selfRef, const aclScalar* alpha,
                                                      const aclScalar* scale, const aclScalar* inputScale,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceElu. */
ACLNN_API aclnnStatus aclnnInplaceElu(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ELU_H_ */
