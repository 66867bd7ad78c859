/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnRsub, aclnnRsubs: differences with exchanged operands.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128.
 * Operands promote, scalars included.
 * Arithmetic: one fused multiply-add; for BOOL, a difference is whether the operands differ.
 * Shapes: the operands broadcast.
 */

#ifndef ACLNNOP_ACLNN_RSUB_H_
#define ACLNNOP_ACLNN_RSUB_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRsub: out = other - alpha * self.
 * @param[in] self  subtrahend
 * @param[in] other  minuend
 * @param[in] alpha  scalar; a fraction requires floating-point operands, a BOOL requires BOOL operands
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnRsubGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                                const aclScalar* alpha, aclTensor* out,
                                                uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnRsub. */
ACLNN_API aclnnStatus aclnnRsub(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream);

/**
 * aclnnRsubs: out = other - alpha * self, with a scalar other.
 * @param[in] self  subtrahend
 * @param[in] other  scalar of any type
 * @param[in] alpha  scalar; a fraction requires floating-point operands, a BOOL requires BOOL operands
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnRsubsGetWorkspaceSize(const aclTensor* self, const aclScalar* other,
                                                 const aclScalar* alpha, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnRsubs. */
ACLNN_API aclnnStatus aclnnRsubs(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_RSUB_H_ */
