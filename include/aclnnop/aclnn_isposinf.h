/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnIsPosInf: whether elements are plus infinity. */

#ifndef ACLNNOP_ACLNN_ISPOSINF_H_
#define ACLNNOP_ACLNN_ISPOSINF_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIsPosInf: out = whether self is plus infinity.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. The result is BOOL; out
 * has any type.
 * Arithmetic: exact; integers and BOOL are never infinite.
 * Shapes: all tensors have one shape.
 *
 * @param[in] self  operand
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnIsPosInfGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnIsPosInf. */
ACLNN_API aclnnStatus aclnnIsPosInf(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ISPOSINF_H_ */
