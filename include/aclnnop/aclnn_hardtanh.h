/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnHardtanh, aclnnInplaceHardtanh: clamping to bounds.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. out has the type of self.
 * Scalars have any type.
 * Arithmetic: exact. NaN stays NaN.
 * Shapes: all tensors have one shape.
 */

#ifndef ACLNNOP_ACLNN_HARDTANH_H_
#define ACLNNOP_ACLNN_HARDTANH_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnHardtanh: out = min(max(self, minVal), maxVal).
 * @param[in] self  operand
 * @param[in] minVal  the lower bound, a scalar
 * @param[in] maxVal  the upper bound, a scalar
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnHardtanhGetWorkspaceSize(const aclTensor* self, const aclScalar* minVal,
                                                    const aclScalar* maxVal, aclTensor* out,
                                                    uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnHardtanh. */
ACLNN_API aclnnStatus aclnnHardtanh(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

/**
 * aclnnInplaceHardtanh: selfRef = min(max(selfRef, minVal), maxVal).
 * @param[in,out] selfRef  operand and result
 * @param[in] minVal  the lower bound, a scalar
 * @param[in] maxVal  the upper bound, a scalar
 */
ACLNN_API aclnnStatus aclnnInplaceHardtanhGetWorkspaceSize(aclTensor* selfRef, const aclScalar* minVal,
                                                           const aclScalar* maxVal, uint64_t* workspaceSize,
                                                           aclOpExecutor** executor);
/** Phase two of aclnnInplaceHardtanh. */
ACLNN_API aclnnStatus aclnnInplaceHardtanh(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_HARDTANH_H_ */
