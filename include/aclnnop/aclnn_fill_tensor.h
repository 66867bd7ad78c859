/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnInplaceFillTensor: fills a tensor with one value. */

#ifndef ACLNNOP_ACLNN_FILL_TENSOR_H_
#define ACLNNOP_ACLNN_FILL_TENSOR_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnInplaceFillTensor: selfRef = value, in every element.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2.
 * The value is converted to the type of selfRef as in aclnnCast: rounded once; for an
 * integer type, fractions are truncated and NaN becomes 0.
 * Arithmetic: exact except for that conversion.
 *
 * @param[out] selfRef  tensor to fill
 * @param[in] value  tensor of one element
 */
ACLNN_API aclnnStatus aclnnInplaceFillTensorGetWorkspaceSize(aclTensor* selfRef, const aclTensor* value,
                                                             uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnInplaceFillTensor. */
ACLNN_API aclnnStatus aclnnInplaceFillTensor(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_FILL_TENSOR_H_ */
