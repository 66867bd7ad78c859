/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnInplaceCopy: copies a tensor to another one, of any type and layout. */

#ifndef ACLNNOP_ACLNN_COPY_H_
#define ACLNNOP_ACLNN_COPY_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnInplaceCopy: selfRef = src, broadcast and converted.
 * Types, on both sides: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32,
 * UINT64, BOOL, COMPLEX64, COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2.
 * Every pair is converted:
 * - to a floating-point type: rounded once; what exceeds its range becomes +-infinity
 * - from a floating-point type to an integer: truncated; what does not fit becomes the nearest number that
 *   does, and NaN becomes 0 (PyTorch leaves both open)
 * - between integers: the low bits
 * - to BOOL: whether it is not zero, which NaN is not; from BOOL: 0 or 1
 * - from a complex type to a real one: the real part; the other way an imaginary part of 0
 *
 * @param[in,out] selfRef  tensor that is overwritten completely
 * @param[in] src  broadcasts to the shape of selfRef
 */
ACLNN_API aclnnStatus aclnnInplaceCopyGetWorkspaceSize(aclTensor* selfRef, const aclTensor* src,
                                                       uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnInplaceCopy. */
ACLNN_API aclnnStatus aclnnInplaceCopy(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_COPY_H_ */
