/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnBitwiseAndScalar, aclnnInplaceBitwiseAndScalar: bitwise operation with a scalar.
 *
 * Types: INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL. Scalars promote.
 * Arithmetic: exact; for BOOL, the truth values are combined.
 * Shapes: all tensors have one shape.
 * Status codes: 161002 if a scalar is not an integer
 */

#ifndef ACLNNOP_ACLNN_BITWISE_AND_SCALAR_H_
#define ACLNNOP_ACLNN_BITWISE_AND_SCALAR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnBitwiseAndScalar: out = self & other, with a scalar other.
 * @param[in] self  first operand
 * @param[in] other  scalar of any type
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnBitwiseAndScalarGetWorkspaceSize(const aclTensor* self, const aclScalar* other,
                                                            aclTensor* out, uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnBitwiseAndScalar. */
ACLNN_API aclnnStatus aclnnBitwiseAndScalar(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

/**
 * aclnnInplaceBitwiseAndScalar: selfRef = selfRef & other, with a scalar other.
 * @param[in,out] selfRef  first operand, and result
 * @param[in] other  scalar of any type
 */
ACLNN_API aclnnStatus aclnnInplaceBitwiseAndScalarGetWorkspaceSize(aclTensor* selfRef, const aclScalar* other,
                                                                   uint64_t* workspaceSize,
                                                                   aclOpExecutor** executor);
/** Phase two of aclnnInplaceBitwiseAndScalar. */
ACLNN_API aclnnStatus aclnnInplaceBitwiseAndScalar(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_BITWISE_AND_SCALAR_H_ */
