/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnBitwiseAndTensor, aclnnInplaceBitwiseAndTensor: bitwise operation.
 *
 * Types: INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL. Operands promote.
 * Arithmetic: exact; for BOOL, the truth values are combined.
 * Shapes: the operands broadcast.
 */

#ifndef ACLNNOP_ACLNN_BITWISE_AND_TENSOR_H_
#define ACLNNOP_ACLNN_BITWISE_AND_TENSOR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBitwiseAndTensor: out = self & other.
 * @param[in] self  first operand
 * @param[in] other  second operand
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnBitwiseAndTensorGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                                            aclTensor* out, uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnBitwiseAndTensor. */
ACLNN_API aclnnStatus aclnnBitwiseAndTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

/**
 * aclnnInplaceBitwiseAndTensor: selfRef = selfRef & other.
 * @param[in,out] selfRef  first operand, and result
 * @param[in] other  second operand; broadcasts to selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceBitwiseAndTensorGetWorkspaceSize(aclTensor* selfRef, const aclTensor* other,
                                                                   uint64_t* workspaceSize,
                                                                   aclOpExecutor** executor);
/** Phase two of aclnnInplaceBitwiseAndTensor. */
ACLNN_API aclnnStatus aclnnInplaceBitwiseAndTensor(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BITWISE_AND_TENSOR_H_ */
