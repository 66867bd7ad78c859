/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnBitwiseNot: bitwise complement. */

#ifndef ACLNNOP_ACLNN_BITWISE_NOT_H_
#define ACLNNOP_ACLNN_BITWISE_NOT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBitwiseNot: out = ~self.
 * Types: INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL. out has the type of self.
 * Arithmetic: exact; for BOOL, the opposite truth value.
 * Shapes: all tensors have one shape.
 *
 * @param[in] self  operand
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnBitwiseNotGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                      uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnBitwiseNot. */
ACLNN_API aclnnStatus aclnnBitwiseNot(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BITWISE_NOT_H_ */
