/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSWhere: selects elements of two tensors by a condition. */

#ifndef ACLNNOP_ACLNN_S_WHERE_H_
#define ACLNNOP_ACLNN_S_WHERE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSWhere: out = condition ? self : other.
 * Types: condition BOOL or UINT8. FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL,
 * COMPLEX64, COMPLEX128. Operands promote.
 * Arithmetic: exact: elements are copied.
 * Shapes: the operands broadcast.
 *
 * @param[in] condition  elements that are not zero select self
 * @param[in] self  selected if the condition is true; broadcasts
 * @param[in] other  selected otherwise; broadcasts
 * @param[out] out  the broadcast shape of the operands
 */
ACLNN_API aclnnStatus aclnnSWhereGetWorkspaceSize(const aclTensor* condition, const aclTensor* self,
                                                  const aclTensor* other, aclTensor* out,
                                                  uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSWhere. */
ACLNN_API aclnnStatus aclnnSWhere(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_S_WHERE_H_ */
