/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnIsInf: whether elements are infinite. */

#ifndef ACLNNOP_ACLNN_IS_INF_H_
#define ACLNNOP_ACLNN_IS_INF_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIsInf: out = whether x is plus or minus infinity.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. The result is BOOL; out has any type.
 * Arithmetic: exact; integers and BOOL are never infinite.
 * Shapes: all tensors have one shape.
 *
 * @param[in] x  operand
 * @param[out] out  the shape of x
 */
ACLNN_API aclnnStatus aclnnIsInfGetWorkspaceSize(const aclTensor* x, aclTensor* out, uint64_t* workspaceSize,
                                                 aclOpExecutor** executor);
/** Phase two of aclnnIsInf. */
ACLNN_API aclnnStatus aclnnIsInf(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_IS_INF_H_ */
