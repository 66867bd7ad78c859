/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnIsNegInf: whether elements are minus infinity. */

#ifndef ACLNNOP_ACLNN_ISNEGINF_H_
#define ACLNNOP_ACLNN_ISNEGINF_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnIsNegInf: out = whether self is minus infinity.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. The result is BOOL; out
 * has any type.
 * Arithmetic: exact; integers and BOOL are never infinite.
 * Shapes: all tensors have one shape.
 *
 * @param[in] self  operand
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnIsNegInfGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnIsNegInf. */
ACLNN_API aclnnStatus aclnnIsNegInf(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ISNEGINF_H_ */
