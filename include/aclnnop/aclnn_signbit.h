/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSignbit: whether the sign is negative. */

#ifndef ACLNNOP_ACLNN_SIGNBIT_H_
#define ACLNNOP_ACLNN_SIGNBIT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSignbit: out = whether self has a minus sign.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. The result is BOOL; out
 * has any type.
 * Arithmetic: exact; zeros and NaNs also have signs, BOOL has none.
 * Shapes: all tensors have one shape.
 *
 * @param[in] self  operand
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnSignbitGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSignbit. */
ACLNN_API aclnnStatus aclnnSignbit(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SIGNBIT_H_ */
