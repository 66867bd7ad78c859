/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAddRmsNormQuant: RMS normalization of a sum, quantized by given scales. */

#ifndef ACLNNOP_ACLNN_ADD_RMS_NORM_QUANT_H_
#define ACLNNOP_ACLNN_ADD_RMS_NORM_QUANT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAddRmsNormQuant: with z = (x1 + x2) / sqrt(mean of (x1 + x2)^2 over a row + epsilon) * gamma, y1Out
 * = z / scales1 + zeroPoints1, or with divMode false z * scales1 + zeroPoints1. It is rounded to nearest,
 * ties to even, and saturated; NaN becomes 0. y2Out is the same with the second scales. The norm is that of
 * the sum before it is rounded to its type; no document describes which sum it is.
 * Arithmetic: float32.
 *
 * @param[in] x1  summand; any shape of 1 to 8 dimensions; FLOAT, FLOAT16, BFLOAT16
 * @param[in] x2  summand; shape and type of x1
 * @param[in] gamma  scale; the trailing dimensions of x1 that a row consists of, with or without
 *   dimensions of 1 in front; type of x1 or FLOAT
 * @param[in] scales1  shape of gamma, or one element; FLOAT, FLOAT16, BFLOAT16
 * @param[in] scales2Optional  the same; NULL: there is no y2Out
 * @param[in] zeroPoints1Optional  shape of gamma, or one element; INT32, INT8, FLOAT, FLOAT16, BFLOAT16;
 *   NULL: 0
 * @param[in] zeroPoints2Optional  the same; not used without scales2Optional
 * @param[in] axis  -1
 * @param[in] epsilon  added to the mean square
 * @param[in] divMode  whether the norm is divided by scales, or multiplied
 * @param[out] y1Out  shape of x1, INT8
 * @param[out] y2Out  shape of x1, INT8; NULL or any tensor without scales2Optional, which is not written
 * @param[out] xOut  the sum, rounded to its type: shape and type of x1
 */
ACLNN_API aclnnStatus aclnnAddRmsNormQuantGetWorkspaceSize(
    const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma, const aclTensor* scales1,
    const aclTensor* scales2Optional, const aclTensor* zeroPoints1Optional,
    const aclTensor* zeroPoints2Optional, int64_t axis, double epsilon, bool divMode, aclTensor* y1Out,
    aclTensor* y2Out, aclTensor* xOut, uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAddRmsNormQuant. */
ACLNN_API aclnnStatus aclnnAddRmsNormQuant(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADD_RMS_NORM_QUANT_H_ */
