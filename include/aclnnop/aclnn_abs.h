/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAbs: absolute values. */

#ifndef ACLNNOP_ACLNN_ABS_H_
#define ACLNNOP_ACLNN_ABS_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAbs: out = |self|.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128. out
 * has the type of self; FLOAT for COMPLEX64, DOUBLE for COMPLEX128.
 * Arithmetic: exact; the absolute value of the lowest integer is that integer itself. For complex numbers the
 * root of the sum of squares, which does not overflow in between.
 * Shapes: all tensors have one shape.
 *
 * @param[in] self  operand
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnAbsGetWorkspaceSize(const aclTensor* self, aclTensor* out, uint64_t* workspaceSize,
                                               aclOpExecutor** executor);
/** Phase two of aclnnAbs. */
ACLNN_API aclnnStatus aclnnAbs(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ABS_H_ */
