/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnBitwiseAndTensorOut, aclnnInplaceBitwiseAndTensorOut: and of bits.
 *
 * Types: UINT8, INT8, INT16, INT32, INT64, UINT16, UINT32, UINT64, BOOL; operands promote. The operators compute
 * what aclnnBitwiseAndTensor computes.
 * Shapes: the operands broadcast.
 */

#ifndef ACLNNOP_ACLNN_BITWISEAND_H_
#define ACLNNOP_ACLNN_BITWISEAND_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBitwiseAndTensorOut: out = self & other; of BOOL, whether both are true.
 * @param[in] self  first operand
 * @param[in] other  second operand
 * @param[out] out  the broadcast shape of self and other
 */
ACLNN_API aclnnStatus aclnnBitwiseAndTensorOutGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                                               aclTensor* out, uint64_t* workspaceSize,
                                                               aclOpExecutor** executor);
/** Phase two of aclnnBitwiseAndTensorOut. */
ACLNN_API aclnnStatus aclnnBitwiseAndTensorOut(void* workspace, uint64_t workspaceSize,
                                               aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnInplaceBitwiseAndTensorOut: selfRef = selfRef & other.
 * @param[in,out] selfRef  first operand and result
 * @param[in] other  second operand; broadcasts to selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceBitwiseAndTensorOutGetWorkspaceSize(aclTensor* selfRef,
                                                                      const aclTensor* other,
                                                                      uint64_t* workspaceSize,
                                                                      aclOpExecutor** executor);
/** Phase two of aclnnInplaceBitwiseAndTensorOut. */
ACLNN_API aclnnStatus aclnnInplaceBitwiseAndTensorOut(void* workspace, uint64_t workspaceSize,
                                                      aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BITWISEAND_H_ */
