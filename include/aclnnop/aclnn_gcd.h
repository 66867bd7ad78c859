/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnGcd: greatest common divisor. */

#ifndef ACLNNOP_ACLNN_GCD_H_
#define ACLNNOP_ACLNN_GCD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnGcd: out = the largest number that divides self and other; of 0 and a number its magnitude.
 * Types: INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64. Operands promote.
 * Arithmetic: exact. The magnitude of the smallest number of a signed type wraps around.
 * Shapes: the operands broadcast.
 *
 * @param[in] self  first operand
 * @param[in] other  second operand
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnGcdGetWorkspaceSize(const aclTensor* self, const aclTensor* other, aclTensor* out,
                                               uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnGcd. */
ACLNN_API aclnnStatus aclnnGcd(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_GCD_H_ */
