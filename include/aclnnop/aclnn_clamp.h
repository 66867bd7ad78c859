/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnClamp, aclnnClampMin, aclnnClampMax, aclnnInplaceClampMax, aclnnClampTensor,
 * aclnnClampMinTensor, aclnnInplaceClampMinTensor, aclnnClampMaxTensor, aclnnInplaceClampMaxTensor: clamping
 * to bounds.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. Operands promote,
 * scalars included.
 * Arithmetic: exact. The result is min(max(x, lower), upper): if the bounds contradict each other, the upper
 * bound wins (as in PyTorch). The result is NaN if any operand is NaN.
 * Shapes: the operands broadcast.
 * Status codes: 161001 if both bounds of aclnnClamp or aclnnClampTensor are NULL
 */

#ifndef ACLNNOP_ACLNN_CLAMP_H_
#define ACLNNOP_ACLNN_CLAMP_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnClamp: out = min(max(self, clipValueMin), clipValueMax).
 * @param[in] self  operand
 * @param[in] clipValueMin  the lower bound, or NULL
 * @param[in] clipValueMax  the upper bound, or NULL
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnClampGetWorkspaceSize(const aclTensor* self, const aclScalar* clipValueMin,
                                                 const aclScalar* clipValueMax, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnClamp. */
ACLNN_API aclnnStatus aclnnClamp(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

/**
 * aclnnClampMin: out = max(self, clipValueMin).
 * @param[in] self  operand
 * @param[in] clipValueMin  the lower bound, a scalar
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnClampMinGetWorkspaceSize(const aclTensor* self, const aclScalar* clipValueMin,
                                                    aclTensor* out, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor);
/** Phase two of aclnnClampMin. */
ACLNN_API aclnnStatus aclnnClampMin(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

/**
 * aclnnClampMax: out = min(self, clipValueMax).
 * @param[in] self  operand
 * @param[in] clipValueMax  the upper bound, a scalar
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnClampMaxGetWorkspaceSize(const aclTensor* self, const aclScalar* clipValueMax,
                                                    aclTensor* out, uint64_t* workspaceSize,
                                                    aclOpExecutor** executor);
/** Phase two of aclnnClampMax. */
ACLNN_API aclnnStatus aclnnClampMax(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                    aclrtStream stream);

/**
 * aclnnInplaceClampMax: selfRef = min(selfRef, clipValueMax).
 * @param[in,out] selfRef  operand and result
 * @param[in] clipValueMax  the upper bound, a scalar
 */
ACLNN_API aclnnStatus aclnnInplaceClampMaxGetWorkspaceSize(aclTensor* selfRef, const aclScalar* clipValueMax,
                                                           uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceClampMax. */
ACLNN_API aclnnStatus aclnnInplaceClampMax(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

/**
 * aclnnClampTensor: out = min(max(self, clipValueMin), clipValueMax), element by element.
 * @param[in] self  operand
 * @param[in] clipValueMin  the lower bounds, or NULL; broadcast with self
 * @param[in] clipValueMax  the upper bounds, or NULL; broadcast with self
 * @param[out] out  the broadcast shape of the operands
 */
ACLNN_API aclnnStatus aclnnClampTensorGetWorkspaceSize(const aclTensor* self, const aclTensor* clipValueMin,
                                                       const aclTensor* clipValueMax, aclTensor* out,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnClampTensor. */
ACLNN_API aclnnStatus aclnnClampTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

/**
 * aclnnClampMinTensor: out = max(self, clipValueMin), element by element.
 * @param[in] self  operand
 * @param[in] clipValueMin  the lower bounds; broadcast with self
 * @param[out] out  the broadcast shape of the operands
 */
ACLNN_API aclnnStatus aclnnClampMinTensorGetWorkspaceSize(const aclTensor* self,
                                                          const aclTensor* clipValueMin, aclTensor* out,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnClampMinTensor. */
ACLNN_API aclnnStatus aclnnClampMinTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

/**
 * aclnnInplaceClampMinTensor: selfRef = max(selfRef, clipValueMin), element by element.
 * @param[in,out] selfRef  operand and result
 * @param[in] clipValueMin  the lower bounds; broadcast with self
 */
ACLNN_API aclnnStatus aclnnInplaceClampMinTensorGetWorkspaceSize(aclTensor* selfRef,
                                                                 const aclTensor* clipValueMin,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);
/** Phase two of aclnnInplaceClampMinTensor. */
ACLNN_API aclnnStatus aclnnInplaceClampMinTensor(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

/**
 * aclnnClampMaxTensor: out = min(self, max), element by element.
 * @param[in] self  operand
 * @param[in] max  the upper bounds; broadcast with self
 * @param[out] out  the broadcast shape of the operands
 */
ACLNN_API aclnnStatus aclnnClampMaxTensorGetWorkspaceSize(const aclTensor* self, const aclTensor* max,
                                                          aclTensor* out, uint64_t* workspaceSize,
                                                          aclOpExecutor** executor);
/** Phase two of aclnnClampMaxTensor. */
ACLNN_API aclnnStatus aclnnClampMaxTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

/**
 * aclnnInplaceClampMaxTensor: selfRef = min(selfRef, max), element by element.
 * @param[in,out] selfRef  operand and result
 * @param[in] max  the upper bounds; broadcast to selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceClampMaxTensorGetWorkspaceSize(aclTensor* selfRef, const aclTensor* max,
                                                                 uint64_t* workspaceSize,
                                                                 aclOpExecutor** executor);
/** Phase two of aclnnInplaceClampMaxTensor. */
ACLNN_API aclnnStatus aclnnInplaceClampMaxTensor(void* workspace, uint64_t workspaceSize,
                                                 aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_CLAMP_H_ */
