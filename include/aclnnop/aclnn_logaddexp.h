/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnLogAddExp: logarithm of a sum of powers of e. */

#ifndef ACLNNOP_ACLNN_LOGADDEXP_H_
#define ACLNNOP_ACLNN_LOGADDEXP_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLogAddExp: out = log(e^self + e^other), without overflow. Of equal infinities it is that infinity.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL.
 * Integers and BOOL are computed as FLOAT; out must be a floating-point type.
 * Shapes: the operands broadcast.
 *
 * @param[in] self  first exponent
 * @param[in] other  second exponent
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnLogAddExpGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                                     aclTensor* out, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);
/** Phase two of aclnnLogAddExp. */
ACLNN_API aclnnStatus aclnnLogAddExp(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LOGADDEXP_H_ */
