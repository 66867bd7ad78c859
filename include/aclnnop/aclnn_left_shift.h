/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnLeftShift, aclnnLeftShifts: bits shifted to the left.
 *
 * Types: INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64. Operands promote.
 * Arithmetic: exact. Bits beyond the type are lost. A negative shift, and one by the type's width or more,
 * gives 0, as in PyTorch.
 */

#ifndef ACLNNOP_ACLNN_LEFT_SHIFT_H_
#define ACLNNOP_ACLNN_LEFT_SHIFT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLeftShift: out = self * 2^shiftBits.
 * Shapes: the operands broadcast.
 *
 * @param[in] self  bits
 * @param[in] shiftBits  number of places
 * @param[out] out  the broadcast shape of self and shiftBits
 */
ACLNN_API aclnnStatus aclnnLeftShiftGetWorkspaceSize(const aclTensor* self, const aclTensor* shiftBits,
                                                     aclTensor* out, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);
/** Phase two of aclnnLeftShift. */
ACLNN_API aclnnStatus aclnnLeftShift(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                     aclrtStream stream);

/**
 * aclnnLeftShifts: out = self * 2^shiftBits.
 * @param[in] self  bits
 * @param[in] shiftBits  number of places, a scalar; an integer
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnLeftShiftsGetWorkspaceSize(const aclTensor* self, const aclScalar* shiftBits,
                                                      aclTensor* out, uint64_t* workspaceSize,
                                                      aclOpExecutor** executor);
/** Phase two of aclnnLeftShifts. */
ACLNN_API aclnnStatus aclnnLeftShifts(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LEFT_SHIFT_H_ */
