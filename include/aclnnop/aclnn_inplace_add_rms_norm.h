/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnInplaceAddRmsNorm: a sum and its root mean square normalization, in place. */

#ifndef ACLNNOP_ACLNN_INPLACE_ADD_RMS_NORM_H_
#define ACLNNOP_ACLNN_INPLACE_ADD_RMS_NORM_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnInplaceAddRmsNorm: aclnnAddRmsNorm in place: x2Ref becomes x1Ref + x2Ref, rounded to its type, and
 * x1Ref that sum, normalized.
 * Types: FLOAT, FLOAT16, BFLOAT16.
 *
 * @param[in,out] x1Ref  summand, then the normalized sum; any shape of 1 to 8 dimensions
 * @param[in,out] x2Ref  summand, then the sum; shape and type of x1Ref
 * @param[in] gamma  scale; the trailing dimensions of x1Ref that a row consists of; type of x1Ref or FLOAT
 * @param[in] epsilon  added to the mean square
 * @param[out] rstdOut  one element per row, any shape, FLOAT
 * @return 161002 if gamma has 0 dimensions
 */
ACLNN_API aclnnStatus aclnnInplaceAddRmsNormGetWorkspaceSize(aclTensor* x1Ref, aclTensor* x2Ref,
                                                             const aclTensor* gamma, double epsilon,
                                                             aclTensor* rstdOut, uint64_t* workspaceSize,
                                                             aclOpExecutor** executor);
/** Phase two of aclnnInplaceAddRmsNorm. */
ACLNN_API aclnnStatus aclnnInplaceAddRmsNorm(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_INPLACE_ADD_RMS_NORM_H_ */
