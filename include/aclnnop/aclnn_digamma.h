/* SPDX-License-Identifier: Apache-2.0 */
/** @file aclnnDigamma: derivative of the logarithm of the gamma function. */

#ifndef ACLNNOP_ACLNN_DIGAMMA_H_
#define ACLNNOP_ACLNN_DIGAMMA_H_

#include "aclnn/aclnn_base.h" /* rules for all operators */
#include "aclnn_util.h"
#ifdef __cplusplus
extern "C" {
#endif

/**
 * aclnnDigamma: out = gamma'(self) / gamma(self); -inf for 0, inf for -0, NaN for negative whole numbers.
 * Types: FLOAT, FLOAT16, BFLOAT16, DOUBLE, INT8, INT16, INT32, INT64, UINT8, BOOL. Integers and BOOL are
 * computed as FLOAT; out must be a floating-point type.
 * Arithmetic: in float64, rounded once. Next to the zeros the error is absolute, about 1e-14.
 *
 * @param[in] self  argument
 * @param[out] out  the shape of self
 */
ACLNN_API aclnnStatus aclnnDigammaGetWorkspaceSize(const aclTensor* self, aclTensor* out,
                                                   uint64_t* workspaceSize, aclOpExecutor** executor);
/** Phase two of aclnnDigamma. */
ACLNN_API aclnnStatus aclnnDigamma(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif /* ACLNNOP_ACLNN_DIGAMMA_H_ */
