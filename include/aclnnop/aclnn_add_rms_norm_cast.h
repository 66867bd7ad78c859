/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnAddRmsNormCast: a sum and its root mean square normalization, also in FLOAT. */

#ifndef ACLNNOP_ACLNN_ADD_RMS_NORM_CAST_H_
#define ACLNNOP_ACLNN_ADD_RMS_NORM_CAST_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnAddRmsNormCast: aclnnAddRmsNorm with the normalized sum in FLOAT, y1Out, and rounded to the type of
 * x1, y2Out.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in] x1  summand; any shape of 1 to 8 dimensions
 * @param[in] x2  summand; shape and type of x1
 * @param[in] gamma  scale; the trailing dimensions of x1 that a row consists of; type of x1 or FLOAT
 * @param[in] epsilon  added to the mean square
 * @param[out] y1Out  shape of x1, FLOAT
 * @param[out] y2Out  shape and type of x1
 * @param[out] rstdOut  one element per row, any shape, FLOAT
 * @param[out] xOut  the sum, rounded to its type: shape and type of x1
 * @return 161002 if gamma has 0 dimensions
 */
ACLNN_API aclnnStatus aclnnAddRmsNormCastGetWorkspaceSize(const aclTensor* x1, const aclTensor* x2,
                                                          const aclTensor* gamma, double epsilon,
                                                          aclTensor* y1Out, aclTensor* y2Out,
                                                          aclTensor* rstdOut, aclTensor* xOut,
                                                          uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnAddRmsNormCast. */
ACLNN_API aclnnStatus aclnnAddRmsNormCast(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_ADD_RMS_NORM_CAST_H_ */
