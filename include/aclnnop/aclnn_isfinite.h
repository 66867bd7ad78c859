/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnIsFinite: whether elements are finite. */

#ifndef ACLNNOP_ACLNN_ISFINITE_H_
#define ACLNNOP_ACLNN_ISFINITE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIsFinite: out = whether self is neither infinite nor NaN.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128. The
 * result is BOOL; out has any type.
 * Arithmetic: exact; integers and BOOL are always finite.
 * Shapes: all tensors have one shape.
 *
 * @param[in] self  operand
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnIsFiniteGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnIsFinite. */
ACLNN_API aclnnStatus aclnnIsFinite(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ISFINITE_H_ */
