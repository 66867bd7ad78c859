/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnInplaceOne: fills a tensor with 1. */

#ifndef ACLNNOP_ACLNN_ONES_H_
#define ACLNNOP_ACLNN_ONES_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnInplaceOne: selfRef = 1, in every element.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128, FLOAT8_E4M3FN, FLOAT8_E5M2.
 * @param[out] selfRef  tensor to fill; may be expanded (stride 0)
 */
ACLNN_API aclnnStatus aclnnInplaceOneGetWorkspaceSize(aclTensor* selfRef, uint64_t* workspaceSize,
                                                      aclOpExecutor** executor);
/** Phase two of aclnnInplaceOne. */
ACLNN_API aclnnStatus aclnnInplaceOne(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ONES_H_ */
