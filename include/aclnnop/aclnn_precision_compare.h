/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnPrecisionCompare: whether two tensors have the same bits. */

#ifndef ACLNNOP_ACLNN_PRECISION_COMPARE_H_
#define ACLNNOP_ACLNN_PRECISION_COMPARE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnPrecisionCompare: out = 0 if all elements of golden and realdata have the same bits, otherwise 503. So NaN equals
 * itself, and 0 does not equal -0.
 * Types: FLOAT, FLOAT16, BFLOAT16; out is UINT32.
 *
 * @param[in] golden  any shape
 * @param[in] realdata  shape and type of golden
 * @param[out] out  one element
 */
ACLNN_API aclnnStatus aclnnPrecisionCompareGetWorkspaceSize(const aclTensor* golden,
                                                            const aclTensor* realdata, aclTensor* out,
                                                            uint64_t* workspaceSize,
                                                            aclOpExecutor** executor);
/** Phase two of aclnnPrecisionCompare. */
ACLNN_API aclnnStatus aclnnPrecisionCompare(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                            aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_PRECISION_COMPARE_H_ */
