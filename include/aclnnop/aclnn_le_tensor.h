/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnLeTensor, aclnnInplaceLeTensor: whether <= holds.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, BOOL. Operands promote.
 * The result is BOOL; out has any type, selfRef one that can hold the promoted type. Operands are compared in
 * their promoted type. With a NaN the result is 0. -0 equals 0.
 * Shapes: the operands broadcast.
 */

#ifndef ACLNNOP_ACLNN_LE_TENSOR_H_
#define ACLNNOP_ACLNN_LE_TENSOR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLeTensor: out = self <= other.
 * @param[in] self  first operand
 * @param[in] other  second operand
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnLeTensorGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                                    aclTensor* out, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor);
/** Phase two of aclnnLeTensor. */
ACLNN_API aclnnStatus aclnnLeTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

/**
 * aclnnInplaceLeTensor: selfRef = selfRef <= other.
 * @param[in,out] selfRef  first operand, and result
 * @param[in] other  second operand; broadcasts to selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceLeTensorGetWorkspaceSize(aclTensor* selfRef, const aclTensor* other,
                                                           uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceLeTensor. */
ACLNN_API aclnnStatus aclnnInplaceLeTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LE_TENSOR_H_ */
