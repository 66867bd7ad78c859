/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnThreshold, aclnnInplaceThreshold: threshold activation.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8. out has the type of self.
 * Scalars have any type.
 * Arithmetic: exact. NaN stays NaN.
 * Shapes: all tensors have one shape.
 */

#ifndef ACLNNOP_ACLNN_THRESHOLD_H_
#define ACLNNOP_ACLNN_THRESHOLD_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnThreshold: out = self > threshold ? self : value.
 * @param[in] self  operand
 * @param[in] threshold  scalar
 * @param[in] value  replacement of elements that are not above the threshold
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnThresholdGetWorkspaceSize(const aclTensor* self, const aclScalar* threshold,
                                                     const aclScalar* value, aclTensor* out,
                                                     uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnThreshold. */
ACLNN_API aclnnStatus aclnnThreshold(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

/**
 * aclnnInplaceThreshold: selfRef = selfRef > threshold ? selfRef : value.
 * @param[in,out] selfRef  operand and result
 * @param[in] threshold  scalar
 * @param[in] value  replacement of elements that are not above the threshold
 */
ACLNN_API aclnnStatus aclnnInplaceThresholdGetWorkspaceSize(aclTensor* selfRef, const aclScalar* threshold,
                                                            const aclScalar* value, uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnInplaceThreshold. */
ACLNN_API aclnnStatus aclnnInplaceThreshold(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_THRESHOLD_H_ */
