/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnAddV3, aclnnInplaceAddV3: the sum of a number and a tensor.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128. Operands promote.
 * Sums of integers that the type does not hold wrap around.
 */

#ifndef ACLNNOP_ACLNN_ADD_V3_H_
#define ACLNNOP_ACLNN_ADD_V3_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAddV3: out = self + alpha other.
 * @param[in] self  first operand, a scalar
 * @param[in] other  second operand
 * @param[in] alpha  factor of other, a scalar; an integer if the operands are integers
 * @param[out] out  the shape of other
 */
ACLNN_API aclnnStatus aclnnAddV3GetWorkspaceSize(const aclScalar* self, const aclTensor* other,
                                                 const aclScalar* alpha, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAddV3. */
ACLNN_API aclnnStatus aclnnAddV3(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

/**
 * aclnnInplaceAddV3: other = selfRef + alpha other. The result goes to the tensor, in spite of the names.
 * @param[in] selfRef  first operand, a scalar
 * @param[in,out] other  second operand and result
 * @param[in] alpha  factor of other, a scalar; an integer if the operands are integers
 */
ACLNN_API aclnnStatus aclnnInplaceAddV3GetWorkspaceSize(const aclScalar* selfRef, aclTensor* other,
                                                        const aclScalar* alpha, uint64_t* workspaceSize,
                                                        aclOpExecutor** executor);
/** Phase two of aclnnInplaceAddV3. */
ACLNN_API aclnnStatus aclnnInplaceAddV3(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                        aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADD_V3_H_ */
