/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnEye: identity matrices. */

#ifndef ACLNNOP_ACLNN_EYE_H_
#define ACLNNOP_ACLNN_EYE_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnEye: out = 1 on the diagonal, 0 elsewhere.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64, BOOL,
 * COMPLEX64, COMPLEX128.
 * Shapes: [n, m].
 *
 * @param[in] n  rows
 * @param[in] m  columns
 * @param[out] out  [n, m]
 * @return 161002 if n or m is negative
 */
ACLNN_API aclnnStatus aclnnEyeGetWorkspaceSize(int64_t n, int64_t m, aclTensor* out, uint64_t* workspaceSize,
                                               aclOpExecutor** executor);
/** Phase two of aclnnEye. */
ACLNN_API aclnnStatus aclnnEye(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                               aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_EYE_H_ */
