/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnInplaceMaskedFillScalar: overwrites elements where a mask is true. */

#ifndef ACLNNOP_ACLNN_MASKED_FILL_SCALAR_H_
#define ACLNNOP_ACLNN_MASKED_FILL_SCALAR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnInplaceMaskedFillScalar: selfRef = mask ? value : selfRef.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128; the mask is BOOL or UINT8. The value is converted to the type of selfRef as in
 * aclnnCast: rounded once; for an integer type, fractions are truncated and NaN becomes 0.
 * Arithmetic: exact except for that conversion.
 * Shapes: the mask broadcasts to selfRef.
 *
 * @param[in,out] selfRef  tensor to fill where the mask is true
 * @param[in] mask  elements that are not zero select what is overwritten; broadcasts to selfRef
 * @param[in] value  scalar
 */
ACLNN_API aclnnStatus aclnnInplaceMaskedFillScalarGetWorkspaceSize(aclTensor* selfRef, const aclTensor* mask,
                                                                   const aclScalar* value,
                                                                   uint64_t* workspaceSize,
                                                                   aclOpExecutor** executor);
/** Phase two of aclnnInplaceMaskedFillScalar. */
ACLNN_API aclnnStatus aclnnInplaceMaskedFillScalar(void* workspace, uint64_t workspaceSize,
                                                   aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_MASKED_FILL_SCALAR_H_ */
