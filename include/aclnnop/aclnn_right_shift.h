/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnRightShift: bits shifted to the right. */

#ifndef ACLNNOP_ACLNN_RIGHT_SHIFT_H_
#define ACLNNOP_ACLNN_RIGHT_SHIFT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnRightShift: out = floor(input / 2^shiftBits). A negative shift is treated as 0.
 * Types: INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64. Operands promote.
 * Arithmetic: exact.
 * Shapes: the operands broadcast.
 *
 * @param[in] input  bits
 * @param[in] shiftBits  number of places
 * @param[out] out  the broadcast shape of input and shiftBits
 */
ACLNN_API aclnnStatus aclnnRightShiftGetWorkspaceSize(const aclTensor* input, const aclTensor* shiftBits,
                                                      aclTensor* out, uint64_t* workspaceSize,
                                                      aclOpExecutor** executor);
/** Phase two of aclnnRightShift. */
ACLNN_API aclnnStatus aclnnRightShift(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_RIGHT_SHIFT_H_ */
