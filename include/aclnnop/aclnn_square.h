/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnSquare: squares. */

#ifndef ACLNNOP_ACLNN_SQUARE_H_
#define ACLNNOP_ACLNN_SQUARE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnSquare: out = self * self. Integers wrap around.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. All tensors have one type.
 * @param[in] self  operand
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnSquareGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                  uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnSquare. */
ACLNN_API aclnnStatus aclnnSquare(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_SQUARE_H_ */
