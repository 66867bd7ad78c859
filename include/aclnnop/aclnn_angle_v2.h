/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file aclnnAngleV2: angles of complex numbers.
 *
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL, COMPLEX64, COMPLEX128. DOUBLE
 * and COMPLEX128 are an extension of this library. Angles of complex numbers have an error of about 1 ulp.
 * Source: PyTorch's torch.angle.
 */

#ifndef ACLNNOP_ACLNN_ANGLE_V2_H_
#define ACLNNOP_ACLNN_ANGLE_V2_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAngleV2: out = the angle of x in radians, from -pi to pi. Of real numbers: pi for negative ones, 0 for others;
 * NaN stays NaN.
 * @param[in] x  complex or real numbers
 * @param[out] out  shape of x; FLOAT, FLOAT16, BFLOAT16 or DOUBLE
 */
ACLNN_API aclnnStatus aclnnAngleV2GetWorkspaceSize(const aclTensor* x, aclTensor* out,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAngleV2. */
ACLNN_API aclnnStatus aclnnAngleV2(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ANGLE_V2_H_ */
