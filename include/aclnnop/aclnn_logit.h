/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnLogit: the inverse of the logistic function. */

#ifndef ACLNNOP_ACLNN_LOGIT_H_
#define ACLNNOP_ACLNN_LOGIT_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnLogit: out = log(z / (1 - z)). With eps < 0, z is input, and the result outside of [0, 1] is NaN. Otherwise z is
 * input, clamped to [eps, 1 - eps]. NaN stays NaN.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE; INT8, INT16, INT32, INT64, UINT8 and BOOL give FLOAT. out has a
 * type that holds the result.
 * @param[in] input  probabilities
 * @param[in] eps  distance from 0 and 1; negative: no clamping
 * @param[out] out  the shape of input
 */
ACLNN_API aclnnStatus aclnnLogitGetWorkspaceSize(const aclTensor* input, double eps, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnLogit. */
ACLNN_API aclnnStatus aclnnLogit(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_LOGIT_H_ */
